import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LanguageChoice } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { sheetOf } from '#modules/printing/typeset/column-share.ts'
import { compose } from '#modules/printing/typeset/compose.ts'
import { hyphenOf, type Voice } from '#modules/printing/typeset/fonts/font-glyphs.ts'
import { breakLines } from '#modules/printing/typeset/lines/break.ts'
import type { Line } from '#modules/printing/typeset/lines/line.ts'
import { measure } from '#modules/printing/typeset/lines/measure.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'
import { pdfStructText, pdfText } from '#tests/support/pdf-tools.ts'
import { englishText, sampleTree } from '#tests/support/random-tree.ts'
import { caseCount } from '#tests/support/runs.ts'
import { openTagged, readTagged } from '#tests/support/tagged-pdf.ts'

const voice: Voice = { side: 'en', script: 'Hans', weight: 400 }
const broken = (text: string, width: number) =>
  breakLines(measure(text, voice, new Set()), width, true, hyphenOf(voice))
const textOf = ({ glyphs: letters }: Line) => letters.map(({ character }) => character).join('')
const isDivided = (line: Line) => textOf(line).endsWith('\u00ad')

/** Every paragraph of our templates' English after typesetting: its lines and their width in em. */
function paragraphs(choice: LanguageChoice): { lines: Line[]; width: number }[] {
  return templateFiles().flatMap((file) => {
    const parsed = readTemplate(file)
    if ('problems' in parsed) throw new Error(file)
    const { template } = parsed
    const tree = assemble({ name: '', number: 'QS-1', template, answers: blankAnswers(template, choice) })
    const sheet = sheetOf(tree)
    const rows = compose({ sheet, script: 'Hans', missing: new Set() }, tree)
    return rows.flatMap(({ cells }) =>
      cells.flatMap(({ lines }, index) => {
        const lastLines = lines.flatMap((line) => line.slice(-1))
        const [first] = lastLines
        if (first?.element?.side !== 'en' || !/^(P|LBody)$/.test(first.element.role)) return []
        const column = sheet.columns[index]
        if (!column || lines.length < 2) return []
        const width = (column.x + column.width - first.x) / first.size
        return [{ lines: lastLines.map(({ line }) => line), width }]
      }),
    )
  })
}

/** The widest space between two words, in em. */
function widestGap({ glyphs: letters, positions: at }: Line): number {
  const gaps = letters.flatMap(({ kind }, index) => (kind === 'space' ? [at[index + 1]! - at[index]!] : []))
  return Math.max(0, ...gaps)
}

/**
 * Without hyphenation the shares are 10.7 and 3.4 per cent of the lines beside Chinese, 1.8 and 0.2 per cent
 * without Chinese.
 */
test.each<[string, LanguageChoice, { wide: number; ragged: number; divided: number }]>([
  [
    'beside Chinese',
    { primary: 'zh', bilingual: true, script: 'Hans' },
    { wide: 1.5, ragged: 0.5, divided: 18 },
  ],
  ['alone', { primary: 'en', bilingual: false, script: 'Hans' }, { wide: 0.2, ragged: 0.2, divided: 7 }],
])('the lines of English %s in our templates are evenly spaced', (_, choice, max) => {
  const lines = paragraphs(choice).flatMap(({ lines: all, width }) =>
    all.slice(0, -1).map((line) => ({ line, width })),
  )
  expect(lines.length).toBeGreaterThan(500)
  const share = (test: (one: { line: Line; width: number }) => boolean) =>
    (100 * lines.filter(test).length) / lines.length
  expect(share(({ line }) => widestGap(line) > 0.75)).toBeLessThan(max.wide)
  expect(share(({ line, width }) => line.width < width - 0.01)).toBeLessThan(max.ragged)
  expect(share(({ line }) => isDivided(line))).toBeLessThan(max.divided)
})

const CLAUSE =
  'Notwithstanding the termination of this Agreement, the obligations of confidentiality and of indemnification shall continue in force; any subcontractor’s representative is likewise bound, see https://qishu.example/confidentiality or write to confidentiality@qishu.example about QS-2026-0142 and CONFIDENTIALITY.'

/** The letters around each hyphen at the end of a line. */
function divisionsOf(lines: Line[]): { before: string; behind: string }[] {
  return lines.flatMap((line, index) => {
    if (!isDivided(line)) return []
    const lettersBefore = /(\S*)\u00ad$/.exec(textOf(line))![1]!
    const lettersBehind = /^[^\s\u00ad]*/.exec(textOf(lines[index + 1]!))![0]
    return [{ before: lettersBefore, behind: lettersBehind }]
  })
}

test('words are hyphenated after at least two letters and before at least three, and nothing else is', () => {
  const divided = new Set<string>()
  for (let width = 9; width < 40; width += 0.25) {
    for (const { before, behind } of divisionsOf(broken(CLAUSE, width))) {
      divided.add(before + behind)
      expect(before).toMatch(/^[A-Z]?[a-z]+$/)
      expect(before.length).toBeGreaterThanOrEqual(2)
      expect(behind).toMatch(/^[a-z]{3,}[.,;:]?$/)
    }
  }
  expect([...divided]).toEqual(expect.arrayContaining(['indemnification', 'confidentiality', 'Agreement,']))
  expect([...divided].join()).not.toMatch(/http|@|’|CONF|\d/)
})

test('at most two lines in a row end with a hyphen, and none does if the lines are even without hyphens', () => {
  let seenCount = 0
  fc.assert(
    fc.property(englishText, fc.integer({ min: 9, max: 42 }), (text, width) => {
      const lines = broken(text, width)
      const lineEnds = lines.map((line) => (isDivided(line) ? 'x' : ' ')).join('')
      seenCount += lineEnds.includes('xx') ? 1 : 0
      expect(lineEnds).not.toContain('xxx')
      const unhyphenatedLines = breakLines(measure(text, voice, new Set()), width)
      if (unhyphenatedLines.slice(0, -1).every((line) => line.width > width - 0.01 && widestGap(line) < 0.5))
        expect(lineEnds).not.toContain('x')
      const bare = (list: Line[]) =>
        list
          .map(textOf)
          .join('')
          .replace(/[\s\u00ad]/g, '')
      expect(bare(lines)).toBe(text.replace(/\s/g, ''))
    }),
    { numRuns: caseCount(400, 20_000), endOnFailure: true },
  )
  expect(seenCount).toBeGreaterThan(5)
})

test('no heading and no table contains a hyphenated word', () => {
  expect(breakLines(measure(CLAUSE, voice, new Set()), 12, false, hyphenOf(voice)).some(isDivided)).toBe(
    false,
  )
})

/** Replaces any white space by one space, as readers see it. */
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim()

test('searched and copied text has whole words, and the spaces between them', async () => {
  const tree = sampleTree({ primary: 'en', bilingual: false })
  const { clauses } = tree.articles[0]!
  const texts = [CLAUSE, CLAUSE.slice(13), CLAUSE.slice(40), `（见）${CLAUSE}`, `x ${CLAUSE}\nAnd the rest.`]
  clauses.splice(0, clauses.length)
  for (const [index, text] of texts.entries())
    clauses.push({
      id: `c${index}`,
      number: `1.${index + 1}`,
      state: 'custom',
      kept: true,
      items: [],
      text: { zh: [], en: [{ kind: 'text', text }] },
    })
  const { bytes } = await typeset(tree, { createdAt: new Date('2026-11-22T02:00:00Z') })
  const { elements } = readTagged(await openTagged(bytes))
  expect(elements.filter(({ text }) => text.includes('\u00ad')).length).toBeGreaterThan(2)
  const page = spaced(await pdfText(bytes))
  expect(page).not.toContain('\u00ad')
  for (const text of texts) expect(page).toContain(spaced(text))
  expect(spaced(await pdfStructText(bytes)).replaceAll('\u00ad', '')).toContain(spaced(texts[0]!))
})
