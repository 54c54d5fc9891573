import { createCanvas } from '@napi-rs/canvas'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Grant } from '#modules/accounts/permissions.ts'
import { addSeal, listSeals, MAX_SEALS } from '#modules/seals/seal.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { readPng } from '#src/files/pictures/pixels.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { gif, png } from '#tests/support/pictures.ts'
import { postFiles } from '#tests/support/upload.ts'

let db: Db
let cast: Cast

beforeEach(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const HOME = '/mgmt/acct-info/seals'
const DRAWN = {
  kind: 'contract',
  label: 'Contracts, Shanghai',
  shape: 'round',
  name: '莲花贸易（上海）有限公司',
  line: '合同专用章',
  code: '3101150123456',
}
const DESIGN = { shape: 'round', name: '莲花', line: '', code: '' } as const

const draw = (label = 'Company') =>
  addSeal(db, cast.lin.viewer, {
    kind: 'company',
    label,
    look: { way: 'drawn', design: { ...DESIGN, name: label } },
    picture: null,
  })

const grant = (grants: Grant[]) =>
  db.updateTable('accounts.account').set({ grants }).where('username', '=', 'zhou').execute()

/** A red disc on grey paper, with margins. */
function photo(type: 'png' | 'jpeg' = 'png'): Uint8Array<ArrayBuffer> {
  const canvas = createCanvas(400, 300)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ecebe6'
  context.fillRect(0, 0, 400, 300)
  context.fillStyle = '#d4141e'
  context.beginPath()
  context.arc(180, 150, 100, 0, 2 * Math.PI)
  context.fill()
  return new Uint8Array(type === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg', 90))
}

function upload(bytes: Uint8Array<ArrayBuffer> | null, fields: Record<string, string> = {}) {
  const texts = { kind: 'company', label: 'Stamp', longest: '42', ...fields }
  const files = bytes ? [{ field: 'picture', name: 'seal.png', bytes }] : []
  return postFiles(cast.lin.client, `${HOME}/uploaded`, texts, files)
}

describe('a drawn seal', () => {
  test('is added, shown, renamed and retired', async () => {
    const { client } = cast.lin
    const added = await client.post(`${HOME}/drawn`, DRAWN)
    const address = added.headers.get('location')!
    expect([added.status, address]).toEqual([303, expect.stringMatching(/seals\/[0-9a-f-]{36}$/)])
    expect(await (await client.get(address)).text()).toContain('Contracts, Shanghai')
    const picture = await client.get(`${address}/picture`)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    expect(await picture.text()).toContain('width="42mm"')
    expect((await client.post(address, { label: 'Harbour' })).status).toBe(303)
    expect(await (await client.get(HOME)).text()).toContain('Harbour')
    expect(await (await client.get(`${address}/retirement`)).text()).toContain(
      'Signings already sent with it',
    )
    for (let n = 0; n < 2; n++) expect((await client.post(`${address}/retirement`)).status).toBe(303)
    expect(await (await client.get(address)).text()).toContain('Deactivated')
    // The same picture may be added again.
    expect((await client.post(`${HOME}/drawn`, DRAWN)).status).toBe(303)
  })

  test('that the team already has is refused and the typed values stay, even when sent twice at once', async () => {
    const { client } = cast.lin
    const answers = await Promise.all([
      client.post(`${HOME}/drawn`, DRAWN),
      client.post(`${HOME}/drawn`, DRAWN),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    const refused = answers.find(({ status }) => status === 422)!
    const html = await refused.text()
    expect(html).toContain('Your team already has this seal picture.')
    expect(html).toContain('value="3101150123456"')
    expect(await listSeals(db, cast.lin.viewer)).toHaveLength(1)
  })

  test.each([
    [{ name: '' }, 'This field is required'],
    [{ name: 'شركة' }, 'cannot be printed'],
    [{ name: 'x'.repeat(61) }, 'This text is too long'],
    [{ code: '编号' }, 'Use only digits'],
    [{ kind: 'emperor' }, 'Choose an option from the list'],
  ])('with %j is refused at its field', async (wrong, words) => {
    const answer = await cast.lin.client.post(`${HOME}/drawn`, { ...DRAWN, ...wrong })
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(words)])
  })

  test('is previewed while it is typed', async () => {
    const { line: _, ...query } = DRAWN
    const preview = (name: string) =>
      cast.lin.client.get(`${HOME}/preview.svg?${new URLSearchParams({ ...query, name })}`)
    const seen = await preview('莲花')
    expect([seen.status, await seen.text()]).toEqual([200, expect.stringContaining('<path')])
    expect((await preview('')).status).toBe(422)
  })

  test('is refused beyond the maximum number of a team', async () => {
    for (let n = 0; n < MAX_SEALS; n++) await draw(`Seal ${n}`)
    await expect(draw('One more')).rejects.toThrow('SEAL_LIMIT')
  })
})

describe('an uploaded picture', () => {
  test.each(['png', 'jpeg'] as const)('of type %s loses its paper and its margins', async (type) => {
    const answer = await upload(photo(type))
    expect(answer.status).toBe(303)
    const response = await cast.lin.client.get(`${answer.headers.get('location')}/picture`)
    const { width, height, data } = readPng(new Uint8Array(await response.arrayBuffer()))
    // 42 mm at 300 dots per inch.
    expect([width, height].map((side) => Math.abs(side - 496) <= 4)).toEqual([true, true])
    const opacity = (x: number, y: number) => data[(y * width + x) * 4 + 3]
    expect([opacity(4, 4), opacity(width - 5, height - 5)]).toEqual([0, 0])
    expect(opacity(width / 2, height / 2)).toBe(255)
    const [red = 0, green = 0] = data.subarray((height / 2) * width * 4 + width * 2)
    expect([red > 190, green < 60]).toEqual([true, true])
  })

  test.each([
    ['missing', null, 'Choose a picture.'],
    ['a GIF', gif(), 'not a PNG, JPEG or WebP'],
    ['no picture', Buffer.from('<svg onload="alert(1)"/>'), 'not a PNG, JPEG or WebP'],
    ['a cut off PNG', png().subarray(0, 60), 'not a PNG, JPEG or WebP'],
    ['a bomb', png({ width: 60_000, height: 60_000 }), 'not a PNG, JPEG or WebP'],
    ['too large', new Uint8Array(5 * 1024 * 1024 + 1), 'larger than 5 MB'],
    ['blank', png(), 'only background'],
  ])('that is %s is refused at its field, and the rest stays', async (_, bytes, words) => {
    const answer = await upload(bytes && new Uint8Array(bytes))
    const html = await answer.text()
    expect([answer.status, html]).toEqual([422, expect.stringContaining(words)])
    expect(html).toContain('value="Stamp"')
    expect(await listSeals(db, cast.lin.viewer)).toEqual([])
  })

  test('must have a size that fits on paper', async () => {
    for (const longest of ['9', '61', '4e1', ''])
      expect((await upload(photo(), { longest })).status).toBe(422)
  })
})

describe('the permission to use seals', () => {
  test('is granted by the administrator; a member who has it sees the seals and adds none', async () => {
    const id = await draw()
    const { client } = cast.zhou
    const statuses = async () =>
      Promise.all(
        [HOME, `${HOME}/${id}`, `${HOME}/${id}/picture`, `${HOME}/drawn`].map(
          async (path) => (await client.get(path)).status,
        ),
      )
    await grant(['document.sign'])
    expect(await statuses()).toEqual([403, 403, 403, 403])
    await grant(['document.sign', 'seal.use'])
    expect(await statuses()).toEqual([200, 200, 200, 403])
    for (const [path, body] of [
      [`${HOME}/drawn`, DRAWN],
      [`${HOME}/uploaded`, {}],
      [`${HOME}/${id}`, { label: 'Mine' }],
      [`${HOME}/${id}/retirement`, {}],
    ] as const)
      expect([path, (await client.post(path, body as Record<string, string>)).status]).toEqual([path, 403])
    const [seal] = await listSeals(db, cast.lin.viewer)
    expect([seal!.label, seal!.retired_at]).toEqual(['Company', null])
  })

  test('gives no access to another team’s seal', async () => {
    const id = await draw()
    for (const [path, body] of [
      [`${HOME}/${id}`, { label: 'Mine' }],
      [`${HOME}/${id}/retirement`, {}],
    ] as const) {
      expect((await cast.hannah.client.post(path, body as Record<string, string>)).status).toBe(404)
      expect((await cast.hannah.client.get(path)).status).toBe(404)
      expect((await cast.hannah.client.post(path.replace(id, newId()), {})).status).toBe(404)
    }
  })
})
