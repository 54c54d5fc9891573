import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { beforeAll, describe, expect, test } from 'vitest'
import { findImport } from '#modules/imports/import.ts'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import '#src/app/events.ts'
import { DAY } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { fileName } from '#src/http/pictures/page-picture.ts'
import { removeOldPictures } from '#src/pdf/picture-cache.ts'
import { pageBoxes, pagePicture } from '#src/pdf/pictures.ts'
import { importedPdf } from '#tests/cast/imports.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const PEOPLE = [
  { id: 'a', party: 'a', name: 'Chen Lian', email: 'chen@lotus.example' },
  { id: 'b', party: 'b', name: 'Oliver Grant', email: 'oliver@kestrel.example' },
]

const fileOf = (bytes: Uint8Array, counter = { reads: 0 }) => ({
  sha256: hashOf(bytes),
  read: async () => {
    counter.reads++
    return bytes
  },
})

const pixelsOf = async (picture: Uint8Array) => {
  const { width, height } = await loadImage(Buffer.from(picture))
  return [width, height]
}

describe('pictures of pages', () => {
  test('are WebP of the requested width; a page requested twice concurrently, and its neighbours, are rendered once', async () => {
    const counter = { reads: 0 }
    const file = fileOf(pdfWith({ pages: 3 }), counter)
    const [first, again] = await Promise.all([pagePicture(file, 1, 1000), pagePicture(file, 1, 1000)])
    expect(first).toEqual(again)
    expect(await pixelsOf(first)).toEqual([1000, 1415])
    expect(await pixelsOf(await pagePicture(file, 3, 1000))).toEqual([1000, 1415])
    expect(counter.reads).toBe(1)
    expect(await pixelsOf(await pagePicture(file, 3, 200))).toEqual([200, 283])
    expect(counter.reads).toBe(2)
  })

  test('contain the visible box and rotation of each page, also if inherited', async () => {
    const file = fileOf(pdfWith({ pages: 1, page: '/CropBox [10 20 310 420] /Rotate 270' }))
    expect(await pageBoxes(file)).toEqual([{ page: 1, x: 10, y: 20, width: 300, height: 400, rotate: 270 }])
    expect(await pixelsOf(await pagePicture(file, 1, 200))).toEqual([200, 150])
  })

  test('are refused for a file that is not a PDF, and for an unknown page', async () => {
    await expect(pagePicture(fileOf(Buffer.from('%PDF-1.7 and nothing else')), 1, 200)).rejects.toMatchObject(
      {
        code: 'PAGE_NOT_DRAWN',
      },
    )
    const file = fileOf(pdfWith({ pages: 2 }))
    await expect(pagePicture(file, 3, 200)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('show Chinese text without embedded fonts in our own font', async () => {
    const bytes = pdfWith({
      page: '/Contents 10 0 R /Resources << /Font << /S 11 0 R >> >>',
      more: [
        { entries: '', data: Buffer.from('BT /S 48 Tf 72 600 Td <53D1 8D27> Tj ET', 'latin1') },
        '<< /Type /Font /Subtype /Type0 /BaseFont /SimSun /Encoding /UniGB-UCS2-H /DescendantFonts [12 0 R] >>',
        '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /SimSun /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 13 0 R >>',
        '<< /Type /FontDescriptor /FontName /SimSun /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
      ],
    })
    const plain = await pagePicture(fileOf(pdfWith({ page: '/Contents [] /Resources << >>' })), 1, 200)
    const picture = await pagePicture(fileOf(bytes), 1, 200)
    expect(picture.length).toBeGreaterThan(plain.length + 200)
  })

  test('are deleted if they were not viewed for a day', async () => {
    const bytes = pdfWith({ pages: 1, catalog: '/Lang (de)' })
    const file = fileOf(bytes)
    await pagePicture(file, 1, 200)
    const folder = resolve(config.DATA_DIR, 'pictures', file.sha256)
    await removeOldPictures()
    expect(readdirSync(folder).sort()).toEqual(['1-200.webp', 'boxes.json'])
    const old = new Date(Date.now() - DAY - 1000)
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), old, old)
    await removeOldPictures()
    expect(existsSync(join(folder, '1-200.webp'))).toBe(false)
  })

  test('have a total limit: the oldest are deleted first', async () => {
    const olderFile = fileOf(pdfWith({ catalog: '/Lang (fr)' }))
    const newerFile = fileOf(pdfWith({ catalog: '/Lang (it)' }))
    const pathFor = (sha256: string) => resolve(config.DATA_DIR, 'pictures', sha256, '1-200.webp')
    await pagePicture(olderFile, 1, 200)
    const size = (await pagePicture(newerFile, 1, 200)).length
    const earlier = new Date(Date.now() - 5000)
    utimesSync(pathFor(olderFile.sha256), earlier, earlier)
    await removeOldPictures(size + 400)
    expect([existsSync(pathFor(olderFile.sha256)), existsSync(pathFor(newerFile.sha256))]).toEqual([
      false,
      true,
    ])
  })
})

describe('the people who can see the pictures', () => {
  test('of an imported document: only its team, while the document has this file', async () => {
    const { viewer, client } = cast.lin
    const id = await importedPdf(db, viewer)
    const { sha256 } = await findImport(db, viewer, id)
    const pictureUrl = (page: string | number, file = fileName(sha256)) =>
      `/mgmt/${id}/pages/${file}/${page}?width=200`
    const answer = await client.get(pictureUrl(2))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toBe('private, max-age=2592000, immutable')
    for (const path of [
      pictureUrl(3),
      pictureUrl(0),
      pictureUrl('x'),
      pictureUrl(1, '0'.repeat(64)),
      pictureUrl(1).replace('200', '201'),
    ])
      expect([path, (await client.get(path)).status]).toEqual([path, 404])
    expect((await cast.hannah.client.get(pictureUrl(1))).status).toBe(404)
    expect((await newClient(db).get(pictureUrl(1))).status).toBe(303)
  })

  test('of a file in a signing: only signatories who logged in by their link', async () => {
    const { viewer } = cast.lin
    const id = await importedPdf(db, viewer)
    await storeSetting(db, viewer, id, PEOPLE)
    await startSigning(db, viewer, id, 'en_US')
    const revisions = () =>
      db
        .selectFrom('signing.revision as revision')
        .innerJoin('signing.signing as signing', 'signing.id', 'revision.signing_id')
        .select('sha256')
        .where('document_id', '=', id)
        .orderBy('number')
        .execute()
    const signatories = await db
      .selectFrom('signing.signatory as one')
      .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
      .select('one.id')
      .where('document_id', '=', id)
      .orderBy('position')
      .execute()
    const mail = await lastMailTo(db, PEOPLE[0]!.email)
    const signer = await enterByLink(db, new URL(mail.links[0]!).pathname, PEOPLE[0]!.email)
    const [sent] = await revisions()
    const pictureUrl = (who: number, file = fileName(sent!.sha256)) =>
      `/signing/${signatories[who]!.id}/pages/${file}/1?width=200`
    expect((await signer.get(pictureUrl(0))).status).toBe(200)
    for (const [who, client] of [
      [1, signer],
      [0, newClient(db)],
    ] as const)
      expect((await client.get(pictureUrl(who))).headers.get('location')).toMatch(/\/again$/)
    expect((await signer.get(pictureUrl(0, hashOf('another')))).status).toBe(404)
    await signAsDemo(db, id, 1)
    const [, signed] = await revisions()
    expect((await signer.get(pictureUrl(0, fileName(signed!.sha256)))).status).toBe(200)
  })
})
