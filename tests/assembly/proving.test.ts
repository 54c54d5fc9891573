import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { plainText } from '#assembly/plain.ts'
import { pairwise } from '#assembly/proving/pairs.ts'
import { faultsOf, prove } from '#assembly/proving/prove.ts'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'
import { deriveTraditional } from '#modules/templates/traditional.ts'
import { printCountsText } from '#tests/support/golden.ts'

test('every two values of any two factors occur together in a row', () => {
  const levels = [2, 3, 4, 2, 2, 5, 2, 3, 1, 2]
  const rows = pairwise(levels)
  const pairs = levels.flatMap((count, one) =>
    levels
      .slice(one + 1)
      .flatMap((other, index) =>
        Array.from({ length: count * other }, (_, at) => [
          one,
          at % count,
          one + 1 + index,
          Math.floor(at / count),
        ]),
      ),
  )
  const missingPairs = pairs.filter(
    ([one, a, other, b]) => !rows.some((row) => row[one!] === a && row[other!] === b),
  )
  expect(missingPairs).toEqual([])
  expect(rows.length).toBeLessThan(40)
})

test('a gap in the numbers of articles is a fault', () => {
  const [file] = templateFiles()
  const read = readTemplate(file!)
  if (!('template' in read)) throw new Error(read.problems[0]?.message)
  const answers = sampleAnswers(read.template, read.notes, { primary: 'zh', bilingual: true, script: 'Hans' })
  const tree = assemble({ name: '', number: 'QS-2026-0001', template: read.template, answers })
  const gaps = (articles: typeof tree.articles) =>
    faultsOf({ ...tree, articles }, true).filter(({ code }) => code === 'numberGap')
  expect(gaps(tree.articles)).toEqual([])
  expect(gaps(tree.articles.filter(({ number }) => number !== 2))).toHaveLength(1)
})

const GOLDEN = [
  ['zh', 'zh', 'Hans'],
  ['hant', 'zh', 'Hant'],
  ['en', 'en', 'Hans'],
] as const

test.each(templateFiles().map((file) => [basename(file, '.yaml'), file] as const))(
  '%s prints its recorded text, so that a change is visible as a difference',
  async (code, file) => {
    const read = readTemplate(file)
    if (!('template' in read)) throw new Error(read.problems[0]?.message)
    const template = deriveTraditional(read.template)
    for (const [name, side, script] of GOLDEN) {
      const answers = sampleAnswers(template, read.notes, { primary: side, bilingual: true, script })
      const tree = assemble({ name: template.title.en, number: 'QS-2026-0001', template, answers })
      await expect(`${plainText(tree, side)}\n`).toMatchFileSnapshot(`../golden/${code}.${name}.txt`)
    }
  },
)

test.each(templateFiles().map((file) => [basename(file, '.yaml'), file] as const))(
  '%s holds with every pair of choices in every language',
  async (code, file) => {
    const read = readTemplate(file)
    if (!('template' in read)) throw new Error(read.problems[0]?.message)
    const proved = prove(read.template, read.notes)
    expect(proved.documents).toBeGreaterThan(20)
    expect(proved.proofs).toEqual([])
    await expect(printCountsText(proved)).toMatchFileSnapshot(`../golden/${code}.stands.txt`)
  },
  60_000,
)
