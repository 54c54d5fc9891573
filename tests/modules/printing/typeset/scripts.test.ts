import { expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { replaceUnprintable, unprintableIn } from '#assembly/characters/printable.ts'
import { outlineText } from '#modules/printing/text-outline.ts'
import { oneLine } from '#modules/printing/typeset/lines/break.ts'
import { measure } from '#modules/printing/typeset/lines/measure.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import { pdfText, qpdfComplaints, withoutSpace } from '#tests/support/pdf-tools.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

const NAMES = {
  Korean: '한국무역 주식회사',
  Arabic: 'شركة الخليج للتجارة',
  Uyghur: 'ئابدۇللا تۇرسۇن',
  Hebrew: 'דוד לוי',
  Thai: 'บริษัท สยามการค้า',
  Devanagari: 'राजेश शर्मा',
  Tibetan: 'བསོད་ནམས་རྒྱ་མཚོ',
  Mongolian: 'ᠪᠠᠲᠤ',
  Armenian: 'Արմեն',
  Georgian: 'გიორგი',
}

const lineOf = (text: string) => {
  const missingCharacters = new Set<string>()
  const line = oneLine(measure(text, { side: 'en', script: 'Hans', weight: 400 }, missingCharacters))
  expect([...missingCharacters]).toEqual([])
  return line
}

test.each(Object.entries(NAMES))(
  'a party’s name in %s is printed, and read back as it was written',
  async (_, name) => {
    expect(unprintableIn(name)).toEqual([])
    const source = sampleSource()
    source.answers.parties[0]!.name = name
    source.answers.parties[0]!.nameEn = `${name} ABC (1)`
    const { bytes } = await typeset(assemble(source), { createdAt: new Date('2026-11-22T02:00:00Z') })
    const text = withoutSpace(await pdfText(bytes, { page: 1 }))
    // Text extraction reads the words of a line in the order in which they are drawn.
    for (const word of name.split(' ')) expect(text.split(word).length - 1).toBeGreaterThanOrEqual(2)
    expect(text).toContain('ABC(1)')
    expect(await qpdfComplaints(bytes)).toBe('')
  },
)

test('Arabic runs from right to left, with joined forms, beside a text from left to right', async () => {
  const { glyphs, positions: at } = lineOf('A محمد B')
  expect(glyphs.map(({ character }) => character)).toEqual(['A', ' ', 'د', 'م', 'ح', 'م', ' ', 'B'])
  expect(at).toEqual([...at].sort((one, other) => one - other))
  const [middle, , first] = glyphs.slice(3, 6)
  const alone = lineOf('م').glyphs[0]!
  expect(new Set([middle!.id, first!.id, alone.id]).size).toBe(3)
  // Brackets are mirrored, and figures keep their order.
  expect(
    lineOf('שלום (12)')
      .glyphs.map(({ character }) => character)
      .join(''),
  ).toContain('12')
})

test('marks stand above and below their letters, not beside them', () => {
  const width = (text: string) => outlineText(text, 400).width
  expect(width('ที่')).toBeCloseTo(width('ท'), 3)
  expect(width('རྒྱ')).toBeLessThan(width('ར') + width('ག') + width('ཡ'))
  expect(lineOf('कि').glyphs).toHaveLength(1)
})

test('joiners stay where they change letters; a variant of a Chinese character is named, not dropped', () => {
  expect(cleanText('می\u200cروم a\u200cb')).toBe('می\u200cروم ab')
  // U+061C has the Arabic script, but is no letter.
  expect(replaceUnprintable('a\u061c\u200db')).toBe('a[U+061C]b')
  expect(unprintableIn('می\u200cروم')).toEqual([])
  expect(lineOf('می\u200cروم').glyphs.map(({ id }) => id)).not.toEqual(
    lineOf('میروم').glyphs.map(({ id }) => id),
  )
  expect(unprintableIn('葛\u{e0100}城')).toEqual(['\u{e0100}'])
  expect(unprintableIn('ລາວ')).not.toEqual([])
})
