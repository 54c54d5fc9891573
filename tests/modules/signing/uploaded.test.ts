import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignaturePlace } from '#modules/printing/index.ts'
import { verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import { latestRevision } from '#modules/signing/revisions.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { getFile } from '#src/jobs/storage.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfColours, qpdfComplaints } from '#tests/support/pdf-tools.ts'
import { postFiles } from '#tests/support/upload.ts'

let db: Db
let cast: Cast
let signing: Awaited<ReturnType<typeof signingDocument>>
let signer: Client

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  signing = await signingDocument(db, cast.lin.viewer)
  signer = await enterByLink(db, signing.link, SIGNATORIES[0]!.email)
})

const own = (path = '') => `/signing/${signing.signatoryId}${path}`

/** A picture of green strokes on grey paper. */
function photo(type: 'png' | 'jpeg' | 'webp', ink = '#0a7d32'): Uint8Array<ArrayBuffer> {
  const canvas = createCanvas(600, 300)
  const context = canvas.getContext('2d')
  context.fillStyle = '#e8e6e0'
  context.fillRect(0, 0, 600, 300)
  context.strokeStyle = ink
  context.lineWidth = 14
  for (const from of [60, 200, 340]) {
    context.beginPath()
    context.moveTo(from, 240)
    context.bezierCurveTo(from + 20, 20, from + 140, 20, from + 160, 240)
    context.stroke()
  }
  return new Uint8Array(type === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer(`image/${type}`))
}

const upload = (bytes: Uint8Array<ArrayBuffer>[], client = signer, fields: Record<string, string> = {}) =>
  postFiles(
    client,
    own('/signature-picture'),
    { kind: 'picture', ...fields },
    bytes.map((one) => ({ field: 'file', name: 'a.png', bytes: one })) as never,
  )

/**
 * The number of pixels in the ink's colour in the upper part of a place, above the caption, and of other
 * dark pixels.
 */
async function inkWithin(bytes: Uint8Array, { page, x, y, width, height }: SignaturePlace) {
  const { width: across, colours } = await pdfColours(bytes, page, 144)
  const counts = { green: 0, others: 0 }
  for (let row = 2 * (841.89 - y - height); row < 2 * (841.89 - y - 26); row++)
    for (let column = 2 * x; column < 2 * (x + width); column++) {
      const [red, green, blue] = colours.subarray((Math.floor(row) * across + Math.floor(column)) * 3)
      if (green! > red! + 50 && green! > blue! + 30) counts.green++
      else if (red! < 100) counts.others++
    }
  return counts
}

const pictureIn = (html: string) =>
  JSON.parse(/name="picture" value="([^"]*)"/.exec(html)![1]!.replaceAll('&quot;', '"'))

test.each(['png', 'jpeg', 'webp'] as const)(
  'a %s of a signature is shown before signing, and printed in its colour without the paper',
  async (type) => {
    const shown = await upload([photo(type)], signer, { typed: '陈小莲' })
    expect(shown.status).toBe(200)
    const html = await shown.text()
    expect(html.includes('src="data:image/png;base64,')).toBe(true)
    expect(html.includes('value="陈小莲"')).toBe(true)
    const mark = pictureIn(html)
    expect([mark.kind, mark.width > mark.height]).toEqual(['picture', true])
    const signed = await signer.post(own('/signature'), { kind: 'picture', picture: JSON.stringify(mark) })
    expect([signed.status, signed.headers.get('location')]).toEqual([303, own('/signed')])
    const after = await (await signer.get(own('/signed'))).text()
    expect(after.includes('src="data:image/png;base64,')).toBe(true)
    await writeSignatureJob.now(db, { signatoryId: signing.signatoryId })
    const { signing_id } = await db
      .selectFrom('signing.signatory')
      .select('signing_id')
      .where('id', '=', signing.signatoryId)
      .executeTakeFirstOrThrow()
    const { copy } = await db
      .selectFrom('signing.signing')
      .select('copy')
      .where('id', '=', signing_id)
      .executeTakeFirstOrThrow()
    const place = copy!.places.find(
      ({ signatory, kind }) => signatory === signing.signatoryId && kind === 'sign',
    )!
    const { key, sha256 } = await latestRevision(db, signing_id)
    const bytes = await getFile(db, key, sha256)
    expect(await qpdfComplaints(bytes)).toBe('')
    const { green, others } = await inkWithin(bytes, place)
    expect([green > 200, others < green / 10]).toEqual([true, true])
    expect((await verifyPades(bytes)).map(({ problems, changes }) => [...problems, ...changes])).toEqual([[]])
  },
)

test('a wrong file is refused at its field', async () => {
  const white = createCanvas(200, 100)
  white.getContext('2d').fillStyle = '#fff'
  white.getContext('2d').fillRect(0, 0, 200, 100)
  for (const [files, words] of [
    [[], 'Choose a picture'],
    [[photo('png'), photo('png')], 'only one picture'],
    [[new TextEncoder().encode('<svg/>')], 'not a PNG, JPEG or WebP'],
    [[photo('webp').subarray(0, 40)], 'not a PNG, JPEG or WebP'],
    [[new Uint8Array(white.toBuffer('image/png'))], 'No ink'],
    [[new Uint8Array(5 * 1024 * 1024 + 1)], 'larger than 5 MB'],
  ] as [Uint8Array<ArrayBuffer>[], string][]) {
    const answer = await upload(files)
    const html = await answer.text()
    expect([words, answer.status, html.includes('id="file-note"'), html.includes(words)]).toEqual([
      words,
      422,
      true,
      true,
    ])
  }
})

test('signing with a picture that was not uploaded is refused at the field', async () => {
  const good = pictureIn(await (await upload([photo('png')])).text())
  for (const picture of [
    '',
    '{}',
    JSON.stringify({ ...good, width: good.width + 8 }),
    JSON.stringify({ ...good, width: 4000, height: 4000 }),
    JSON.stringify({ ...good, colour: '#fff" onload="' }),
    JSON.stringify({ ...good, ink: 'AAAA' }),
  ]) {
    const answer = await signer.post(own('/signature'), { kind: 'picture', picture })
    const html = await answer.text()
    expect([picture, answer.status, html.includes('id="file-note"')]).toEqual([picture, 422, true])
  }
})

test('only a signatory who has entered sees a drawn name or uploads a picture', async () => {
  const stranger = newClient(db)
  expect((await stranger.get(own('/typed-name.svg?text=Li'))).status).toBe(303)
  expect((await upload([photo('png')], stranger)).status).toBe(303)
  const drawn = await signer.get(own('/typed-name.svg?text=陈莲'))
  expect(drawn.headers.get('content-type')).toBe('image/svg+xml')
  const [one, other] = [await drawn.text(), await (await signer.get(own('/typed-name.svg?text=Li'))).text()]
  expect([one.length > 1000, one === other]).toEqual([true, false])
  expect((await signer.get(own('/typed-name.svg?text=😀'))).status).toBe(200)
})
