import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import { templateFiles } from '#modules/templates/library/template-files.ts'
import { note } from '#tests/support/measured.ts'
import { numbers } from '#tests/support/mutants.ts'
import { judged, roll } from '#tests/support/rolled-answers.ts'
import { ALL_LARGE, caseCount } from '#tests/support/runs.ts'
import { templateOf } from '#tests/support/sample-documents.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1e6)
/** The number of documents per rule. */
const ROUNDS = caseCount(6, 400)
/** The percentage of rules that must occur both broken and kept. */
const SHARE = ALL_LARGE ? 90 : 25

const judgedSoFar = { rules: 0, bothWays: 0, documents: 0, broken: 0, disagreements: 0 }

test.each(templateFiles().map((file) => basename(file, '.yaml')))(
  'each rule of %s is reported if and only if it is broken',
  (code) => {
    const { template, notes } = templateOf(code)
    const below = numbers(SEED)
    const disagreements: string[] = []
    for (const rule of [...(template.rules ?? []), ...(template.advise ?? [])]) {
      const met = { broken: 0, kept: 0 }
      for (let round = 0; round < ROUNDS; round++) {
        const primary = below(5) ? 'zh' : 'en'
        const bilingual = below(6) > 0
        const sample = sampleAnswers(template, notes, { primary, bilingual, script: 'Hans' }, { all: true })
        const answers = roll(template, rule, sample, below)
        judgedSoFar.documents++
        for (const { isReported, mayBeBroken, isBroken } of judged(template, answers, rule)) {
          const description = `seed ${SEED}, ${code}: ${rule.id}, ${JSON.stringify(answers.fields)} ${JSON.stringify(answers.clauses)}`
          if (isReported && !mayBeBroken) disagreements.push(`reported: ${description}`)
          if (isBroken && !isReported) disagreements.push(`not reported: ${description}`)
          if (isBroken) judgedSoFar.broken++
          met[isReported ? 'broken' : 'kept']++
        }
      }
      judgedSoFar.rules++
      if (met.broken && met.kept) judgedSoFar.bothWays++
    }
    judgedSoFar.disagreements += disagreements.length
    expect(disagreements.slice(0, 3)).toEqual([])
  },
  300_000,
)

// Rules that only a rare choice breaks are broken on purpose by the tests of their templates.
test('most rules occurred both broken and kept, and both implementations agreed on each', () => {
  const { rules, bothWays, documents, broken, disagreements } = judgedSoFar
  const share = (100 * bothWays) / rules
  expect(broken).toBeGreaterThan(rules / 4)
  expect(share).toBeGreaterThanOrEqual(SHARE)
  expect(disagreements).toBe(0)
  note(
    'rules of the library by a second judge',
    `${documents} documents for ${rules} rules, ${bothWays} of them met broken and kept`,
    { of: 'judged otherwise', value: disagreements, atMost: 0 },
    { of: 'rules met broken and kept', value: share, unit: '%', atLeast: SHARE },
  )
})
