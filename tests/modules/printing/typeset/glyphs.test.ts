import fontkit from '@pdf-lib/fontkit'
import { expect, test } from 'vitest'
import { GREY } from '#modules/printing/typeset/colour.ts'
import { sheetOf } from '#modules/printing/typeset/column-share.ts'
import { compose } from '#modules/printing/typeset/compose.ts'
import { MissingGlyphError } from '#modules/printing/typeset/fonts/missing-glyph.ts'
import { subsetFont } from '#modules/printing/typeset/fonts/subset.ts'
import { place } from '#modules/printing/typeset/place.ts'
import { missingGlyphs, typeset } from '#modules/printing/typeset/typeset.ts'
import { facesOf } from '#src/pdf/fonts/faces.ts'
import { type Picture, pdfFonts, pdfPicture } from '#tests/support/pdf-tools.ts'
import { sampleTree } from '#tests/support/random-tree.ts'

const createdAt = new Date('2026-11-21T02:00:00Z')
const STROKE = 110

/** Pixels darker than `STROKE` within a box in points from the page's lower left corner. */
function inkIn(
  { width, height, grey }: Picture,
  scale: number,
  box: { x: number; y: number; width: number; height: number },
) {
  let dark = 0
  const top = height - (box.y + box.height) * scale
  for (let y = Math.floor(top); y < height - box.y * scale; y++) {
    for (let x = Math.floor(box.x * scale); x < (box.x + box.width) * scale; x++) {
      if ((grey[y * width + x] ?? 255) < STROKE) dark++
    }
  }
  return dark
}

test.each([
  ['simplified Chinese and English', {}],
  ['traditional Chinese and English', { script: 'Hant' as const, primary: 'en' as const }],
])('every letter of %s leaves ink at its place', async (_, choice) => {
  const tree = sampleTree(choice)
  const recital = tree.recitals[0]!
  recital.text.zh = [{ kind: 'text', text: '☐是☑否“引”——……①㈱℃龘鬱甴嘅、﹏' }]
  const sheet = sheetOf(tree)
  const pages = place(compose({ sheet, script: tree.languages.script, missing: new Set() }, tree), sheet)
  const { bytes } = await typeset(tree, { createdAt })
  let seenCount = 0
  for (const [index, { marks }] of pages.entries()) {
    const picture = await pdfPicture(bytes, index + 1, 200)
    for (const mark of marks) {
      if (mark.kind !== 'text' || mark.part.colour === GREY) continue
      const { line, x, size } = mark.part
      line.glyphs.forEach((letter, at) => {
        if (letter.kind === 'space') return
        const box = {
          x: x + line.positions[at]! * size,
          y: mark.y - 0.2 * size,
          width: letter.width * size,
          height: 1.1 * size,
        }
        expect(inkIn(picture, 200 / 72, box), `${letter.character} on page ${index + 1}`).toBeGreaterThan(0)
        seenCount++
      })
    }
  }
  expect(seenCount).toBeGreaterThan(1500)
})

test('a subset draws each glyph as the whole font does, including composites and repeats', () => {
  for (const open of facesOf('Hans', 400)) {
    const face = open()
    const characters = [
      ...new Set(
        '，。“”—…─□①ÄéñŐ½㈱莲花贸易協議龘国国The quick brown fox jumps over the lazy dog 0123456789',
      ),
    ]
    const glyphs = [0, ...characters.map((character) => face.glyph(character)), face.glyph('国')]
    const subset = fontkit.create(subsetFont(face.tables, glyphs))
    glyphs.forEach((glyph, index) => {
      const drawnGlyph = subset.getGlyph(index) as unknown as {
        path: { commands: unknown[] }
        advanceWidth: number
      }
      expect(drawnGlyph.path.commands).toEqual(face.outline(glyph))
      expect(drawnGlyph.advanceWidth / 1000).toBe(face.advance(glyph))
    })
  }
})

test('characters without a glyph block finalising and are named', async () => {
  const tree = sampleTree({ bilingual: false })
  tree.parties[0]!.name.zh = '𪚥野家🐼（上海）🐼有限公司'
  const failure = await typeset(tree, { createdAt }).catch((error) => error)
  expect(failure).toBeInstanceOf(MissingGlyphError)
  expect(failure.characters).toEqual(['𪚥', '🐼'])
  expect(failure.message).toContain('U+2A6A5')
  expect(missingGlyphs(tree)).toEqual(['𪚥', '🐼'])
  expect(missingGlyphs(sampleTree())).toEqual([])
})

test('a character missing in the first face is taken from the next one', async () => {
  const [first, second] = facesOf('Hant', 400).map((open) => open())
  const simplified = [...'龙车东乐买'].find((character) => first!.glyph(character) === 0)
  expect(simplified, 'need a character only the other serif has').toBeDefined()
  expect(second!.glyph(simplified!)).toBeGreaterThan(0)
  const tree = sampleTree({ script: 'Hant' })
  tree.title.zh = `${simplified}國`
  expect(missingGlyphs(tree)).toEqual([])
  const { bytes } = await typeset(tree, { createdAt })
  expect((await pdfFonts(bytes)).join()).toContain('NotoSerifSC-SemiBold')
})
