import { createCanvas } from '@napi-rs/canvas'
import { beforeEach, describe, expect, test } from 'vitest'
import { findBrand, findTeamBrand, saveBrand } from '#modules/brand/brand.ts'
import { documentLogo, storeDocumentLogo } from '#modules/brand/document-logo.ts'
import { mailBrand } from '#modules/brand/look.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { readPng, writePng } from '#src/files/pictures/pixels.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { gif, png } from '#tests/support/pictures.ts'
import { postFiles } from '#tests/support/upload.ts'
import { contrast, readColour, shadesOf } from '#views/brand/brand-colour.ts'

let db: Db
let cast: Cast

beforeEach(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  await plan('professional')
})

const HOME = '/mgmt/acct-info/brand'

/** A blue bar in the middle of a transparent picture. */
function logo(type: 'png' | 'jpeg' | 'webp' = 'png', colour = '#1f5f8b'): Uint8Array<ArrayBuffer> {
  const canvas = createCanvas(800, 400)
  const context = canvas.getContext('2d')
  context.fillStyle = colour
  context.fillRect(200, 150, 400, 100)
  if (type === 'png') return new Uint8Array(canvas.toBuffer('image/png'))
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, 800, 400)
  return new Uint8Array(
    type === 'jpeg' ? canvas.toBuffer('image/jpeg', 90) : canvas.toBuffer('image/webp', 90),
  )
}

function save(fields: Record<string, string>, bytes?: Uint8Array<ArrayBuffer>, name: keyof Cast = 'lin') {
  const files = bytes ? [{ field: 'logo', name: 'logo.png', bytes }] : []
  return postFiles(cast[name].client, HOME, fields, files)
}

const currentBrand = async () => (await findBrand(db, cast.lin.viewer)).brand
const plan = (code: 'basic' | 'professional') =>
  db.updateTable('accounts.team').set({ package: code }).where('id', '=', cast.lin.viewer.teamId).execute()
const actions = () =>
  db
    .selectFrom('accounts.account_action')
    .select('action')
    .where('action', 'in', ['brand', 'remove-brand'])
    .execute()

describe('an administrator', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'uploads a logo as %s, drawn without its margins',
    async (type) => {
      expect((await save({ colour: '#1F5F8B', inDocuments: 'yes' }, logo(type))).status).toBe(303)
      const brand = await currentBrand()
      expect(brand).toMatchObject({ colour: '#1f5f8b', in_documents: true })
      const picture = await cast.hannah.client.get(`/brand/logos/${brand!.logo}.png`)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(picture.headers.get('cache-control')).toContain('immutable')
      const { width, height, data } = readPng(new Uint8Array(await picture.arrayBuffer()))
      expect(width / height).toBeCloseTo(4, 0)
      expect(data.filter((_, at) => at % 4 === 3).every((opacity) => opacity === 255)).toBe(true)
      expect(await actions()).toEqual([{ action: 'brand' }])
      expect(await (await cast.lin.client.get(HOME)).text()).toContain(`/brand/logos/${brand!.logo}.png`)
    },
  )

  test('changes the colour and keeps the logo, removes the logo alone, then everything', async () => {
    await save({ colour: '#1f5f8b' }, logo())
    const firstBrand = await currentBrand()
    await save({ colour: 'a33' })
    expect(await currentBrand()).toMatchObject({ colour: '#aa3333', logo: firstBrand!.logo })
    await save({ colour: 'a33', withoutLogo: 'yes' })
    expect(await currentBrand()).toMatchObject({ colour: '#aa3333', logo: null })
    expect(await (await cast.lin.client.get(`${HOME}/removal`)).text()).toContain('Finalised documents keep')
    for (let n = 0; n < 2; n++) expect((await cast.lin.client.post(`${HOME}/removal`)).status).toBe(303)
    expect(await currentBrand()).toBeNull()
    expect((await actions()).map(({ action }) => action)).toEqual(['brand', 'brand', 'brand', 'remove-brand'])
    expect(await db.selectFrom('brand.logo').select('id').execute()).toEqual([])
  })

  test('who saves twice at once has one brand', async () => {
    const bothAnswers = await Promise.all([
      save({ colour: '#112233' }, logo()),
      save({ colour: '#112233' }, logo()),
    ])
    expect(bothAnswers.map(({ status }) => status)).toEqual([303, 303])
    expect(await db.selectFrom('brand.logo').select('id').execute()).toHaveLength(1)
  })

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not a PNG, JPEG or WebP'],
    ['a GIF', gif(), 'not a PNG, JPEG or WebP'],
    ['a broken WebP', Buffer.from('RIFF0000WEBPVP8 '), 'not a PNG, JPEG or WebP'],
    ['more pixels than fit in memory', png({ width: 90_000, height: 90_000 }), 'not a PNG, JPEG or WebP'],
    ['more than 1 MB', Buffer.alloc(1024 * 1024 + 1), 'larger than 1 MB'],
    ['nothing but white', new Uint8Array(logo('png', '#ffffff')), 'empty'],
  ])('is refused %s at the field, and keeps the colour', async (_, bytes, words) => {
    const answer = await save({ colour: '#445566' }, new Uint8Array(bytes))
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toContain(words)
    expect(html).toContain('value="#445566"')
    expect(await currentBrand()).toBeNull()
  })

  test('is refused an invalid colour and an empty form', async () => {
    expect(await (await save({ colour: 'red' })).text()).toContain('six digits')
    const nothing = await save({ colour: '' })
    expect([nothing.status, await nothing.text()]).toEqual([422, expect.stringContaining('upload a logo')])
  })

  test('sees which shade replaces a colour that is too light', async () => {
    await save({ colour: '#ffd54a' })
    expect(await (await cast.lin.client.get(HOME)).text()).toContain(shadesOf('#ffd54a').light)
  })
})

describe('a plan without a brand', () => {
  test('names the plans that have one, saves nothing, and hides the stored brand until the renewal', async () => {
    await save({ colour: '#1f5f8b' }, logo())
    expect(await findTeamBrand(db, cast.lin.viewer.teamId)).toMatchObject({ colour: '#1f5f8b' })
    await plan('basic')
    expect(await findTeamBrand(db, cast.lin.viewer.teamId)).toBeNull()
    const html = await (await cast.lin.client.get(HOME)).text()
    expect(html).toContain('Professional, Enterprise')
    expect(html).toContain('Your settings are kept')
    expect((await save({ colour: '#000000' })).status).toBe(403)
    await plan('professional')
    expect(await findTeamBrand(db, cast.lin.viewer.teamId)).toMatchObject({ colour: '#1f5f8b' })
  })

  test('still allows the brand to be removed', async () => {
    await save({ colour: '#1f5f8b' })
    await plan('basic')
    expect((await cast.lin.client.post(`${HOME}/removal`)).status).toBe(303)
    expect(await currentBrand()).toBeNull()
  })
})

test('members and strangers can neither see nor change it', async () => {
  expect((await cast.zhou.client.get(HOME)).status).toBe(403)
  expect((await save({ colour: '#000000' }, undefined, 'zhou')).status).toBe(403)
  for (const path of [`${HOME}/removal`]) expect((await cast.zhou.client.post(path)).status).toBe(403)
  for (const file of ['0'.repeat(64), 'x.png', `${'0'.repeat(64)}.png`])
    expect((await cast.lin.client.get(`/brand/logos/${file}`)).status).toBe(404)
  for (const file of ['red.css', '1f5f8.css', '1f5f8b', 'a{}b.css', '1f5f8b.png'])
    expect((await cast.lin.client.get(`/brand/colours/${file}`)).status).toBe(404)
  const styles = await cast.hannah.client.get('/brand/colours/1f5f8b.css')
  expect(styles.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(await styles.text()).toContain('.branded{--color-primary:#1f5f8b')
})

test('a finalised document keeps the logo of the day on which it was finalised', async () => {
  const { viewer } = cast.lin
  const pixels = (shade: number) => {
    const size = { width: 4, height: 2 }
    return { ...size, png: writePng({ ...size, data: new Uint8ClampedArray(32).fill(shade) }) }
  }
  const earlierPixels = pixels(100)
  const document = { id: newId(), team_id: viewer.teamId, finalised_at: new Date() }
  await saveBrand(db, viewer, { colour: null, in_documents: true, logo: earlierPixels })
  await storeDocumentLogo(db, { document })
  await saveBrand(db, viewer, { colour: '#000000', in_documents: false, logo: pixels(200) })
  for (let shade = 0; shade < 8; shade++)
    await saveBrand(db, viewer, { colour: '#000000', in_documents: false, logo: pixels(shade) })
  expect(await documentLogo(db, document)).toEqual(new Uint8Array(earlierPixels.png))
  expect(await documentLogo(db, { ...document, finalised_at: null })).toBeUndefined()
  // Six of nine logos are kept: the current one, which is among the last five, and the one on the document.
  expect(await db.selectFrom('brand.logo').select('id').execute()).toHaveLength(6)
})

describe('the shades of a colour', () => {
  test.each(['#000000', '#ffffff', '#ffd54a', '#1f5f8b', '#b5301d', '#00ff00', '#7f7f7f'])(
    'of %s can be read on light and on dark pages',
    (colour) => {
      const { light, dark } = shadesOf(colour)
      for (const ground of ['#ffffff', '#f7f5ef']) expect(contrast(light, ground)).toBeGreaterThan(4.5)
      for (const ground of ['#1f1d1a', '#181614', '#14110f'])
        expect(contrast(dark, ground)).toBeGreaterThan(4.5)
    },
  )

  test('are parsed as people type them', () => {
    const typedColours = ['#1F5F8B', '1f5f8b', ' #abc ', 'red', '#12', '12345g', '']
    expect(typedColours.map(readColour)).toEqual(['#1f5f8b', '#1f5f8b', '#aabbcc', null, null, null, null])
  })
})

test('a mail has the whole address of the logo and a colour for white words', async () => {
  await save({ colour: '#ffd54a' }, logo())
  const brand = await findTeamBrand(db, cast.lin.viewer.teamId)
  const shownBrand = mailBrand({ brand, starter_team: 'Lotus Trading' })!
  expect(shownBrand.logo!.src).toMatch(/^https?:\/\/.*\/brand\/logos\/[0-9a-f]{64}\.png$/)
  expect(shownBrand.logo!.width).toBeLessThanOrEqual(200)
  expect(contrast(shownBrand.colour!, '#ffffff')).toBeGreaterThan(4.5)
})
