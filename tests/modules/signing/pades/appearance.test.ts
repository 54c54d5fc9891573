import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentOf, signatureAppearance } from '#modules/signing/providers/builtin/pades/drawing/appearance.ts'
import type { Signature } from '#modules/signing/providers/builtin/signature.ts'
import { type Picture, pdfPicture, pdfText } from '#tests/support/pdf-tools.ts'
import { runs } from '#tests/support/runs.ts'
import * as kit from './signing-kit.ts'

const SIGNED_AT = new Date('2026-11-21T06:02:00Z')

test('the time below a signature is in China’s time zone, with its offset', () => {
  expect(momentOf(SIGNED_AT)).toBe('2026-11-21 14:02 +08:00')
  expect(momentOf(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01-01 00:00 +08:00')
})

const coordinate = (max: number) => fc.double({ min: 0, max, noNaN: true })
const signatures: fc.Arbitrary<Signature> = fc.oneof(
  fc.record({
    kind: fc.constant('drawn' as const),
    strokes: fc.array(fc.array(fc.tuple(coordinate(300), coordinate(100)), { minLength: 1, maxLength: 20 }), {
      minLength: 1,
      maxLength: 8,
    }),
  }),
  fc.record({
    kind: fc.constant('typed' as const),
    text: fc
      .array(fc.constantFrom(...'林静周明歐陽龘Zhougjq ,.-·𠮷☺—|'), { minLength: 1, maxLength: 40 })
      .map((characters) => characters.join('')),
  }),
)
const places = fc.record({
  width: fc.integer({ min: 20, max: 400 }),
  height: fc.integer({ min: 12, max: 200 }),
})

test('the drawing stays within its place, whatever is signed and wherever', async () => {
  const names = fc.constantFrom('林静', 'Harbour Digital Design (Shenzhen)')
  await fc.assert(
    fc.asyncProperty(signatures, places, names, async (signature, place, name) => {
      const { content } = await signatureAppearance(signature, place, { name, signedAt: SIGNED_AT })
      expect(content).not.toMatch(/NaN|Infinity|undefined|e-/)
      const drawn = [...content.matchAll(/^([\d. -]+) [mlc]$/gm)].flatMap(([, numbers = '']) =>
        numbers.split(' ').map(Number),
      )
      expect(drawn.length).toBeGreaterThan(100)
      for (const [axis, max] of [place.width, place.height].entries()) {
        const along = drawn.filter((_, index) => index % 2 === axis)
        expect(Math.min(...along)).toBeGreaterThanOrEqual(-0.02)
        expect(Math.max(...along)).toBeLessThanOrEqual(max + 0.02)
      }
    }),
    runs(40),
  )
})

test('a signature is visible at its place, and every other pixel of every page is unchanged', async () => {
  const authority = await kit.temporaryAuthority()
  const file = await kit.unsignedFile()
  const [left, right] = kit.signPlaces(file)
  let signed = await kit.signAs(authority, file.bytes, {
    name: '林静',
    at: SIGNED_AT,
    place: left!,
    signature: kit.STROKES,
  })
  signed = await kit.signAs(authority, signed, { name: '周明 𠮷', at: SIGNED_AT, place: right! })
  signed = await kit.signAs(authority, signed, { name: 'Qishu', at: SIGNED_AT })
  for (let page = 1; page <= file.pages; page++) {
    const [before, after] = await Promise.all([
      pdfPicture(file.bytes, page, 100),
      pdfPicture(signed, page, 100),
    ])
    const changed = changedPoints(before, after)
    const here = [left!, right!].filter((place) => place.page === page)
    for (const place of here) {
      const inside = changed.filter((point) => within(point, place, before.height))
      expect(inside.length).toBeGreaterThan(150)
      const left = place.x * (100 / 72)
      const foot = before.height - place.y * (100 / 72)
      expect(Math.min(...inside.map(([x]) => x)) - left).toBeLessThan(4)
      expect(foot - Math.max(...inside.map(([, y]) => y))).toBeLessThan(5)
    }
    const outside = changed.filter((point) => !here.some((place) => within(point, place, before.height)))
    expect(outside).toEqual([])
  }
  expect(await pdfText(signed)).toBe(await pdfText(file.bytes))
}, 60_000)

function changedPoints(before: Picture, after: Picture): [number, number][] {
  expect(after.width).toBe(before.width)
  const points: [number, number][] = []
  before.grey.forEach((grey, index) => {
    if (grey !== after.grey[index]) points.push([index % before.width, Math.floor(index / before.width)])
  })
  return points
}

/** Pixels of a picture at 100 dpi, with a tolerance of two for antialiasing and rounding. */
function within(
  [x, y]: [number, number],
  place: { x: number; y: number; width: number; height: number },
  height: number,
) {
  const scale = 100 / 72
  const left = place.x * scale - 2
  const right = (place.x + place.width) * scale + 2
  const foot = height - place.y * scale + 2
  const top = height - (place.y + place.height) * scale - 2
  return x >= left && x <= right && y >= top && y <= foot
}

test('a character without a glyph is printed as its code point, never as an empty box', async () => {
  const place = { width: 200, height: 40 }
  const text = (name: string) =>
    signatureAppearance({ kind: 'typed', text: name }, place, { name: '', signedAt: SIGNED_AT })
  // No handwriting font has the first character, so the text face is used for both.
  const strange = await text('𠮷☺\u200d')
  const code = await text('𠮷[U+263A]')
  const unseen = await text('\u200d')
  expect(strange).toEqual(code)
  expect(unseen.content.length).toBeLessThan(code.content.length)
})
