import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Voice } from '#modules/printing/typeset/fonts/font-glyphs.ts'
import { breakLines, oneLine } from '#modules/printing/typeset/lines/break.ts'
import type { Line } from '#modules/printing/typeset/lines/line.ts'
import { measure } from '#modules/printing/typeset/lines/measure.ts'
import { chineseText, englishText } from '#tests/support/random-tree.ts'
import { caseCount } from '#tests/support/runs.ts'

const zh: Voice = { side: 'zh', script: 'Hans', weight: 400 }
const en: Voice = { side: 'en', script: 'Hans', weight: 400 }
const hant: Voice = { side: 'zh', script: 'Hant', weight: 400 }

const setting = (text: string, voice: Voice) => measure(text, voice, new Set())
const textOf = ({ glyphs: letters }: Line) => letters.map(({ character }) => character).join('')
const paragraphs = { numRuns: caseCount(400, 20_000), endOnFailure: true }

const NEVER_FIRST = /^[，。、；：？！）》」』”’】·/]/
const NEVER_LAST = /[（《「『“‘【/]$/

describe('in random paragraphs', () => {
  const everyLine = (check: (line: Line, lines: Line[], width: number) => void) => {
    let seenCount = 0
    const paragraph = fc.oneof(
      fc.tuple(chineseText, fc.constantFrom(zh, hant)),
      fc.tuple(englishText, fc.constant(en)),
    )
    fc.assert(
      fc.property(paragraph, fc.integer({ min: 16, max: 42 }), ([text, voice], width) => {
        const lines = breakLines(setting(text, voice), width)
        seenCount += lines.length
        for (const line of lines) check(line, lines, width)
      }),
      paragraphs,
    )
    expect(seenCount).toBeGreaterThan(1000)
  }

  test('no line begins with a closing mark or ends with an opening one', () => {
    everyLine((line, lines) => {
      if (line !== lines[0]) expect(textOf(line)).not.toMatch(NEVER_FIRST)
      if (line !== lines.at(-1)) expect(textOf(line)).not.toMatch(NEVER_LAST)
    })
  })

  test('a dash and an ellipsis are never divided', () => {
    everyLine((line, lines) => {
      const nextLine = lines[lines.indexOf(line) + 1]
      if (nextLine) expect(textOf(line).slice(-1) + textOf(nextLine).slice(0, 1)).not.toMatch(/^(——|……)$/)
    })
  })

  test('no line is wider than its measure and none begins or ends with a space', () => {
    everyLine((line, _, width) => {
      expect(line.width).toBeLessThanOrEqual(width + 1e-6)
      expect(textOf(line)).toBe(textOf(line).trim())
    })
  })

  test('full-width punctuation at the end of a line takes half its width', () => {
    everyLine((line) => {
      const lastGlyph = line.glyphs.at(-1)
      if (lastGlyph?.kind === 'close' && lastGlyph.width === 1)
        expect(line.width - line.positions.at(-1)!).toBeCloseTo(0.5, 6)
    })
  })

  test('line breaking preserves all letters', () => {
    fc.assert(
      fc.property(chineseText, (text) => {
        const lines = breakLines(setting(text, zh), 20)
        expect(lines.map(textOf).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      }),
      paragraphs,
    )
  })
})

/** The width of the text between two 国, in em. */
const widthBetween = (text: string, voice: Voice) => {
  const { positions: at } = oneLine(setting(`国${text}国`, voice))
  return at.at(-1)! - 1
}

test.each(['，「', '。」', '」，', '）（', '（「', '》、', '！？', '：“', '”。'])(
  '%s is one and a half em wide',
  (pair) => {
    expect(widthBetween(pair, zh)).toBeCloseTo(1.5, 6)
    expect(widthBetween(pair, hant)).toBeCloseTo(1.5, 6)
  },
)

test('single full-width punctuation keeps its full width', () => {
  for (const mark of '，。（）“') expect(widthBetween(mark, zh)).toBeCloseTo(1, 6)
})

test('Han and Latin are a quarter em apart, and a typed space is not doubled', () => {
  const digit = oneLine(setting('8', zh)).width
  expect(widthBetween('8', zh)).toBeCloseTo(digit + 0.5, 6)
  const space = setting(' ', zh)[0]!.fontGlyph.width
  expect(widthBetween(' 8 ', zh)).toBeCloseTo(digit + 2 * space, 6)
  expect(oneLine(setting('8国8', zh)).positions[0]).toBe(0)
})

test('all lines but the last one are justified evenly', () => {
  const text =
    '因本合同引起的或与本合同有关的任何争议，双方应首先通过友好协商解决；协商不成的，任何一方均有权将争议提交仲裁。'
  const lines = breakLines(setting(text, zh), 20.3)
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines.slice(0, -1)) {
    expect(line.width).toBeCloseTo(20.3, 6)
    const steps = line.positions.slice(1).map((place, index) => place - line.positions[index]!)
    const han = steps.filter((_, index) => line.glyphs[index]!.kind === 'han')
    expect(Math.max(...han) - Math.min(...han)).toBeLessThan(1e-6)
  }
  expect(lines.at(-1)!.width).toBeLessThan(20.3)
})

test('an address without a legal break is broken rather than overflow the page', () => {
  const lines = breakLines(setting(`见https://qishu.example/${'x'.repeat(80)}。`, zh), 18)
  expect(Math.max(...lines.map(({ width }) => width))).toBeLessThanOrEqual(18.001)
})

test('English quotation marks are narrow, Chinese ones are full-width', () => {
  expect(setting('“', en)[0]!.fontGlyph.width).toBeLessThan(0.6)
  expect(setting('“', zh)[0]!.fontGlyph.width).toBe(1)
})

test('English keeps non-breaking groups together, at every width', () => {
  const text =
    'Party A shall pay Party B within five (5) working days under Article 3 and Section 4.2 the sum of CNY 128,000 and again 30 days later; Party B and Party C shall answer within ten (10) days or 24 hours.'
  const together = [
    'Party A',
    'Party B',
    'Party C',
    'five (5) working',
    'Article 3',
    'Section 4.2',
    '30 days',
    'ten (10) days',
    '24 hours',
  ]
  const plain = ['within five', 'days later']
  const divided = new Set<string>()
  for (let width = 11; width < 40; width += 0.25) {
    const lines = breakLines(setting(text, en), width).map(textOf)
    for (const words of together)
      expect([width, words, lines.some((line) => line.includes(words))]).toEqual([width, words, true])
    for (const words of plain) if (!lines.some((line) => line.includes(words))) divided.add(words)
  }
  expect([...divided].sort()).toEqual(plain.toSorted())
})

test('a line may end with the currency of a long sum where it would be too loose, and no sum is divided', () => {
  const text =
    'The amount of value-added tax under this Contract is CNY 12,345,678,900.00, stated separately.'
  let behindCurrency = 0
  for (let width = 12; width < 30; width += 0.25) {
    const lines = breakLines(setting(text, en), width).map(textOf)
    expect(lines.some((line) => line.includes('12,345,678,900.00'))).toBe(true)
    if (lines.some((line) => line.trimEnd().endsWith('CNY'))) behindCurrency++
  }
  expect(behindCurrency).toBeGreaterThan(0)
})

test('an apostrophe within a name is narrow in Chinese texts too, and a quotation mark is not', () => {
  const widths = (text: string) =>
    setting(text, zh)
      .filter(({ fontGlyph }) => fontGlyph.character === '’')
      .map(({ fontGlyph }) => fontGlyph.width < 0.5)
  expect(widths('由O’Brien-Smith签署')).toEqual([true])
  expect(widths('所谓‘货物’是指')).toEqual([false])
})

test('letters are kerned as the font specifies', () => {
  const widthOf = (text: string) => oneLine(setting(text, en)).width
  for (const pair of ['AV', 'To', 'P.', 'Ty']) {
    const unkernedWidth = [...pair].reduce((sum, one) => sum + widthOf(one), 0)
    expect(unkernedWidth - widthOf(pair), pair).toBeGreaterThan(0.04)
  }
  for (const pair of ['nn', '88', '国国'])
    expect(widthOf(pair)).toBeCloseTo(
      [...pair].reduce((sum, one) => sum + widthOf(one), 0),
      6,
    )
})
