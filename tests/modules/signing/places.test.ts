import { beforeAll, describe, expect, test } from 'vitest'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import '#src/app/events.ts'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { pageBoxes } from '#src/pdf/pictures.ts'
import { importedPdf } from '#tests/cast/imports.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { handMadePdf, pdfWith } from '#tests/support/hand-made-pdf.ts'
import { type Picture, pdfPicture, pdfText, runTool } from '#tests/support/pdf-tools.ts'
import { LONG } from '#tests/support/runs.ts'
import { firstSpots } from '#views/signature-places/first-spots.ts'
import {
  isOnPage,
  overlap,
  type PageBox,
  pagePosition,
  type SignatureSpot,
  toShown,
  toSpot,
} from '#views/signature-places/plane.ts'
import { placeProblems } from '#views/signature-places/problems.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const PEOPLE: SignatoryEntry[] = [
  { id: 'a', party: 'a', name: 'Chen Lian', email: 'chen@lotus.example' },
  { id: 'b', party: 'b', name: 'Oliver Grant', email: 'oliver@kestrel.example' },
]

const TURNS = [0, 90, 180, 270] as const
const pageOf = (more: Partial<PageBox> = {}): PageBox =>
  Object.assign({ page: 1, x: 0, y: 0, width: 595, height: 842, rotate: 0 as const }, more)
const spotAt = (x: number, y: number, page = 1): SignatureSpot => ({ page, x, y, width: 170, height: 56 })

describe('the coordinates of a page and of its reader', () => {
  test.each(TURNS)('rotated by %i degrees: a place converts back to itself', (rotate) => {
    const box = pageOf({ x: 20, y: 30, rotate })
    const spot = { page: 1, x: 100, y: 200, width: 170, height: 56 }
    expect(toSpot(box, toShown(box, spot))).toEqual(spot)
  })

  test.each([
    [0, 'bottomLeft'],
    [90, 'topLeft'],
    [180, 'topRight'],
    [270, 'bottomRight'],
  ] as const)('turned by %i degrees, the lower left corner is seen at %s', (rotate, where) => {
    expect(pagePosition(pageOf({ rotate }), { page: 1, x: 0, y: 0, width: 60, height: 60 })).toBe(where)
  })
})

const SIZES = [
  [595, 842],
  [298, 420],
  [842, 595],
  [200, 100],
  [100, 300],
  [14_400, 200],
] as const

describe('first places', () => {
  test.each(TURNS.flatMap((rotate) => SIZES.map(([width, height]) => [rotate, width, height] as const)))(
    'rotated by %i, of %i × %i points: ten people on the page, without overlaps',
    (rotate, width, height) => {
      const box = pageOf({ x: -7, y: 11, width, height, rotate })
      const spots = firstSpots(10, [box])
      expect(spots).toHaveLength(10)
      for (const spot of spots) expect([spot, isOnPage(box, spot)]).toEqual([spot, true])
      expect(
        placeProblems(
          spots.map((spot, n) => Object.assign({ owner: `${n}` }, spot)),
          [box],
        ),
      ).toEqual([])
    },
  )

  test('are at the bottom of the last page as displayed, and chosen places stay', () => {
    const pages = [pageOf(), pageOf({ page: 2, rotate: 90, width: 842, height: 595 })]
    const [first, second] = firstSpots(2, pages)
    expect([first, second].map((spot) => [spot!.page, pagePosition(pages[1]!, spot!)])).toEqual([
      [2, 'bottomLeft'],
      [2, 'bottomRight'],
    ])
    const newSpots = firstSpots(2, pages, [first!])
    expect(newSpots[1]).toEqual(second)
    expect(overlap(newSpots[0]!, first!)).toBe(false)
  })
})

/** A page that inherits its size from the page tree, as in scans and TeX. */
const inheritedSizePage = (box: string, more = '') =>
  handMadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox ${box} ${more} >>`,
    '<< /Type /Page /Parent 2 0 R /Resources << >> >>',
  ])

async function sendDocument(bytes: Uint8Array<ArrayBuffer>, people = PEOPLE) {
  const { viewer } = cast.lin
  const id = await importedPdf(db, viewer, { fileName: `Scan ${bytes.length}`, bytes })
  await storeSetting(db, viewer, id, people)
  await startSigning(db, viewer, id, 'en_US')
  const { copy } = await db
    .selectFrom('signing.signing')
    .select('copy')
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, places: copy!.places }
}

async function signDocument(bytes: Uint8Array<ArrayBuffer>, people = PEOPLE) {
  const { id, places } = await sendDocument(bytes, people)
  await signAsDemo(db, id, people.length)
  const answer = await cast.lin.client.get(`/mgmt/${id}/signed.pdf`)
  expect(answer.status).toBe(200)
  return { file: new Uint8Array(await answer.arrayBuffer()), places }
}

/** The number of dark pixels in each quarter, and the bounding box of all dark pixels. */
function inkOf({ width, grey }: Picture) {
  const dark = [...grey.entries()].filter(([, shade]) => shade < 200)
  const xs = dark.map(([at]) => at % width)
  const ys = dark.map(([at]) => Math.floor(at / width))
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

describe('a signature on an imported page', () => {
  test('with an inherited size appears on the page', async () => {
    const { file, places } = await signDocument(inheritedSizePage('[0 0 298 420]'))
    for (const { x, width } of places) expect(x + width).toBeLessThanOrEqual(298)
    const { left, right, bottom } = inkOf(await pdfPicture(file, 1, 72))
    expect(left).toBeGreaterThan(20)
    expect(right).toBeGreaterThan(160)
    expect(right).toBeLessThan(298)
    expect(bottom).toBeLessThan(420)
  })

  test.each(LONG ? ([90, 180, 270] as const) : ([90] as const))(
    'rotated by %i degrees is upright at its bottom',
    async (rotate) => {
      const upright = await signDocument(inheritedSizePage('[0 0 595 842]'))
      const across = rotate !== 180
      const turnedFile = await signDocument(
        inheritedSizePage(across ? '[0 0 842 595]' : '[0 0 595 842]', `/Rotate ${rotate}`),
      )
      const [one, other] = await Promise.all(
        [upright, turnedFile].map(({ file }) => pdfPicture(file, 1, 100)),
      )
      expect([other!.width, other!.height]).toEqual([one!.width, one!.height])
      // The same letters at the same place; only the minute below them differs.
      const ink = inkOf(one!)
      const turnedInk = inkOf(other!)
      for (const edge of ['left', 'right', 'top', 'bottom'] as const)
        expect(Math.abs(ink[edge] - turnedInk[edge])).toBeLessThanOrEqual(3)
      const differing = one!.grey.filter((shade, at) => Math.abs(shade - other!.grey[at]!) > 120).length
      const dark = one!.grey.filter((shade) => shade < 200).length
      expect(differing).toBeLessThan(dark / 4)
    },
  )

  test('appears at each of several places, each a valid signature', async () => {
    const spots = [spotAt(60, 600), spotAt(300, 300, 2), spotAt(60, 100, 2)]
    const people = [Object.assign({}, PEOPLE[0], { spots }), PEOPLE[1]!]
    const { file } = await signDocument(pdfWith({ pages: 2 }), people)
    const path = join(mkdtempSync(join(tmpdir(), 'places-')), 'signed.pdf')
    writeFileSync(path, file)
    const output = await runTool('pdfsig', [path]).catch((error) => String(error.stdout ?? error))
    expect(output.match(/Signature is Valid/g)).toHaveLength(5)
    expect(output.match(/Signer Certificate Common Name: Chen Lian/g)).toHaveLength(3)
    for (const name of ['Signature 1', 'Signature 1b', 'Signature 1c', 'Signature 2'])
      expect(output).toContain(`Field Name: ${name}\n`)
    const ink = inkOf(await pdfPicture(file, 1, 72))
    expect(ink.left).toBeGreaterThan(55)
  })
})

describe('a place that cannot be used', () => {
  const outside = { page: 1, x: 500, y: 700, width: 170, height: 56 }
  test.each([
    ['PLACE_OFF_PAGE', [[outside], undefined], { name: 'Chen Lian', page: 1 }],
    ['PLACE_OFF_PAGE', [undefined, [spotAt(10, 10, 3)]], { name: 'Oliver Grant', page: 3 }],
    [
      'PLACE_OVERLAP',
      [[spotAt(60, 300)], [spotAt(100, 310)]],
      { name: 'Oliver Grant', other: 'Chen Lian', page: 1 },
    ],
    ['PLACE_OVERLAP', [[spotAt(60, 300), spotAt(60, 320)], undefined], { name: 'Chen Lian', page: 1 }],
  ] as const)('is reported as %s with the name, and nothing is sent', async (code, [one, other], details) => {
    const { viewer } = cast.lin
    const id = await importedPdf(db, viewer)
    const people = [one, other].map((spots, index) =>
      Object.assign({}, PEOPLE[index], spots && { spots: [...spots] }),
    )
    await storeSetting(db, viewer, id, people)
    await expect(startSigning(db, viewer, id, 'en_US')).rejects.toMatchObject({ code, details })
    expect(
      await db.selectFrom('signing.signing').select('id').where('document_id', '=', id).execute(),
    ).toEqual([])
  })

  test('more places than allowed are rejected', async () => {
    const { viewer } = cast.lin
    const id = await importedPdf(db, viewer)
    const spots = Array.from({ length: 11 }, (_, n) => spotAt(10, 60 * n))
    await storeSetting(db, viewer, id, [Object.assign({}, PEOPLE[0], { spots }), PEOPLE[1]!])
    await expect(startSigning(db, viewer, id, 'en_US')).rejects.toMatchObject({ code: 'PLACE_LIMIT' })
  })
})

test('a place stored when all signatories had one still applies', async () => {
  const { viewer, client } = cast.lin
  const id = await importedPdf(db, viewer)
  await storeSetting(db, viewer, id, PEOPLE)
  const old = [Object.assign({}, PEOPLE[0], { spot: spotAt(77, 88) }), PEOPLE[1]]
  await db
    .updateTable('signing.setting')
    .set({ signatories: JSON.stringify(old) })
    .where('document_id', '=', id)
    .execute()
  expect(await (await client.get(`/mgmt/${id}/sign-setting`)).text()).toContain('"spots":[{"x":77')
})

describe('a document of ours', () => {
  const preview = async (id: string) => {
    const answer = await cast.lin.client.get(`/mgmt/${id}/signing-preview`, { accept: 'application/json' })
    return { status: answer.status, model: (await answer.json()).model }
  }

  test('shows the blocks of its signatories, and its pages only to its own team', async () => {
    const { viewer, client } = cast.lin
    const id = await finalisedDocument(db, viewer)
    const { model } = await preview(id)
    expect(Object.keys(model.blocks).sort()).toEqual(['a', 'b'])
    const last = model.boxes.length
    const answer = await client.get(`${model.pictures}/${last}?width=200`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await client.get(`${model.pictures}/${last + 1}?width=200`)).status).toBe(404)
    expect((await cast.hannah.client.get(`${model.pictures}/1`)).status).toBe(404)
    expect((await newClient(db).get(`${model.pictures}/1`)).status).toBe(303)
    expect((await cast.hannah.client.get(`/mgmt/${id}/signing-preview`)).status).toBe(404)
    expect((await client.get(`/mgmt/${id}/signing-preview/pages/${hashOf('x').slice(0, 16)}/1`)).status).toBe(
      404,
    )
  })

  test('is signed in the moved box instead of the block, whose lines disappear', async () => {
    const { viewer, client } = cast.lin
    const id = await finalisedDocument(db, viewer)
    const { model } = await preview(id)
    const people = [Object.assign({}, PEOPLE[0], { spots: [spotAt(60, 300)] }), PEOPLE[1]!]
    await storeSetting(db, viewer, id, people)
    expect(Object.keys((await preview(id)).model.blocks)).toEqual(['b'])
    await startSigning(db, viewer, id, 'en_US')
    await signAsDemo(db, id, 2)
    const file = new Uint8Array(await (await client.get(`/mgmt/${id}/signed.pdf`)).arrayBuffer())
    const words = await pdfText(file, { page: 1, crop: { x: 60, y: 842 - 356, width: 170, height: 56 } })
    expect(words).toContain('Chen Lian')
    expect(await pageBoxes({ sha256: hashOf(file), read: async () => file })).toHaveLength(model.boxes.length)
  })

  test('has a block and further places side by side, and rejects a place over a block', async () => {
    const { viewer } = cast.lin
    const id = await finalisedDocument(db, viewer)
    const { model } = await preview(id)
    const block = model.blocks.b
    await storeSetting(db, viewer, id, [
      Object.assign({}, PEOPLE[0], { spots: ['block', block] }),
      PEOPLE[1]!,
    ])
    await expect(startSigning(db, viewer, id, 'en_US')).rejects.toMatchObject({ code: 'PLACE_OVERLAP' })
    await storeSetting(db, viewer, id, [
      Object.assign({}, PEOPLE[0], { spots: ['block', spotAt(60, 10)] }),
      PEOPLE[1]!,
    ])
    await startSigning(db, viewer, id, 'en_US')
  })
})
