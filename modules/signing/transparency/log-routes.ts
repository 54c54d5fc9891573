import { notFound } from '#src/core/errors.ts'
import { type Ctx, routes } from '#src/http/web.ts'
import { latestCheckpoint } from './latest-checkpoint.ts'
import { logKeyLines } from './log-key.ts'
import { hashesAt, TILE } from './tree.ts'

/** The transparency log as C2SP tlog-tiles: checkpoint, tiles of the tree, and entries. */
export const logRoutes = routes()

function sendText(c: Ctx, text: string) {
  c.header('Content-Type', 'text/plain; charset=utf-8')
  c.header('Cache-Control', 'no-cache')
  return c.body(text)
}

logRoutes.get('/log/checkpoint', async (c) => {
  const checkpoint = await latestCheckpoint(c.var.db)
  return checkpoint ? sendText(c, checkpoint.note) : notFound()
})

/** The keys of the checkpoints, for verifiers of signed notes; not part of tlog-tiles. */
logRoutes.get('/log/key', async (c) => {
  const lines = await logKeyLines(c.var.db)
  return lines.length > 0 ? sendText(c, `${lines.join('\n')}\n`) : notFound()
})

/**
 * A number in groups of three digits, each but the last with an x before it; then the width of a partial
 * tile.
 */
const TILE_INDEX = /^((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

function tileAt(path: string): { tile: number; width: number } | null {
  const [, number, width] = TILE_INDEX.exec(path) ?? []
  if (!number || number.startsWith('x000')) return null
  const tileWidth = width ? Number(width) : TILE
  return width && tileWidth >= TILE ? null : { tile: Number(number.replace(/\D/g, '')), width: tileWidth }
}

/** The tile that a path names, if the newest checkpoint covers the whole tile. */
async function findTile(c: Ctx, level: number) {
  const namedTile = tileAt(c.req.param('place') ?? '')
  const checkpoint = namedTile && (await latestCheckpoint(c.var.db))
  if (!namedTile || !checkpoint) return notFound()
  const from = namedTile.tile * TILE
  const completeCount = Math.floor(checkpoint.size / TILE ** level)
  return from + namedTile.width <= completeCount ? { from, width: namedTile.width } : notFound()
}

/** A tile of a certain width never changes. */
function sendTile(c: Ctx, bytes: Buffer) {
  c.header('Content-Type', 'application/octet-stream')
  c.header('Cache-Control', 'public, max-age=31536000, immutable')
  return c.body(new Uint8Array(bytes))
}

logRoutes.get('/log/tile/entries/:place{.+}', async (c) => {
  const { from, width } = await findTile(c, 0)
  const rows = await c.var.db
    .selectFrom('signing.log_entry')
    .select('entry')
    .where('position', '>=', from)
    .where('position', '<', from + width)
    .orderBy('position')
    .execute()
  return sendTile(c, Buffer.concat(rows.flatMap(({ entry }) => [lengthOf(entry), entry])))
})

/** The length of an entry, as the two bytes before it. */
function lengthOf(entry: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(entry.length)
  return length
}

logRoutes.get('/log/tile/:level{[0-3]}/:place{.+}', async (c) => {
  const level = Number(c.req.param('level'))
  const { from, width } = await findTile(c, level)
  return sendTile(c, Buffer.concat(await hashesAt(c.var.db, level, from, width)))
})
