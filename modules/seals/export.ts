import { sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportedRows, shortId } from '#src/jobs/export-part.ts'
import { svgOf } from './design/svg.ts'
import type { SealLook } from './schema.ts'

/**
 * For a data export: the seals that the account added, for an administrator those of the team, with pictures
 * and uses.
 */
export async function exportSeals(db: Db, viewer: Viewer): Promise<ExportPart> {
  const rows = await db
    .selectFrom('seals.seal')
    .select(['id', 'kind', 'label', 'look', 'created_at', 'retired_at'])
    .where(exportedRows(viewer, { account: 'created_by', team: 'team_id' }))
    .orderBy('id')
    .execute()
  const uses = await db
    .selectFrom('seals.use')
    .select(['seal_id', 'action', 'document_name', 'document_number', 'person', 'at'])
    .where('seal_id', '=', sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
    .orderBy('id')
    .execute()
  const seals = rows.map(({ id, ...seal }) => ({
    ...seal,
    uses: uses.filter(({ seal_id }) => seal_id === id).map(({ seal_id: _, ...use }) => use),
    file: pathOf(id, seal.look),
  }))
  const files = rows.map(({ id, look, created_at }) => ({
    path: pathOf(id, look),
    at: created_at,
    content: { make: (now: Db) => pictureOf(now, id) },
  }))
  return { records: { seals }, files }
}

const pathOf = (id: string, { way }: SealLook) => `seals/${shortId(id)}.${way === 'drawn' ? 'svg' : 'png'}`

async function pictureOf(db: Db, id: string): Promise<Uint8Array> {
  const { look, picture } = await db
    .selectFrom('seals.seal')
    .select(['look', 'picture'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return look.way === 'drawn' ? Buffer.from(svgOf(look.design)) : new Uint8Array(picture!)
}
