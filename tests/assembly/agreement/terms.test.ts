import { describe, expect, it } from 'vitest'
import { agreementPoints } from '#assembly/agreement/points.ts'
import { capitalsIn, definedTerms, usesTerm } from '#assembly/agreement/terms.ts'
import { assembleText } from '#assembly/assemble-text.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { dropClause, writeCustom } from '#assembly/edit.ts'
import { libraryTemplates } from '#tests/support/library-twins.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

describe('a definition is recognised', () => {
  it.each([
    ['“保密信息”指技术信息', '“Confidential Information” means', [['保密信息', 'Confidential Information']]],
    ['（以下称“合作事项”）', '(the “Project”)', [['合作事项', 'Project']]],
    ['（以下简称「公司」）', '(hereinafter the “Company”)', [['公司', 'Company']]],
    [
      '一方（“披露方”）向另一方（“接收方”）',
      'one Party (the “Discloser”) to the other (the “Recipient”)',
      [
        ['披露方', 'Discloser'],
        ['接收方', 'Recipient'],
      ],
    ],
    ['标明“保密”的信息', 'marks “confidential”', []],
  ])('%s / %s', (zh, en, terms) =>
    expect(definedTerms({ zh, en })).toEqual(terms.map(([one, other]) => ({ zh: one, en: other }))),
  )
})

it('a term is recognised by its capitals, in the plural too, but not in quotation marks', () => {
  expect(usesTerm('the Deliverables shall', 'Deliverable')).toBe(true)
  expect(usesTerm('the deliverables shall', 'Deliverable')).toBe(false)
  expect(usesTerm('(the “Fee”)', 'Fee')).toBe(false)
  expect(usesTerm('the Feedback', 'Fee')).toBe(false)
})

it('names of laws, courts and places are not terms', () => {
  const text =
    'under the Civil Code, before the Shanghai Financial Court, in the Yangtze River Delta, for the Deliverables'
  expect(capitalsIn(text)).toEqual(['Deliverables'])
})

const custom = (id: string, zh: string, en: string, source = sampleSource()) => {
  const { template } = source
  let answers = writeCustom(source.answers, template, id, 'zh', zh)
  answers = writeCustom(answers, template, id, 'en', en)
  return { ...source, answers }
}
const termsOf = (source: ReturnType<typeof sampleSource>) =>
  agreementPoints(assembleText(source), source)
    .filter(({ check }) => check?.startsWith('term'))
    .map(({ check, at, detail, grade }) => [check, at, detail?.en, grade])

describe('terms of a document', () => {
  it('are recognised, however many definitions it has', () => {
    const letters = Array.from(
      { length: 110 },
      (_, n) => String.fromCharCode(65 + (n % 26)) + 'a'.repeat(4 + n / 26),
    )
    const definitions = letters.map((word, n) => [
      `“术语${n}”指第${n}项。`,
      `“${word} Item” means item ${n}.`,
    ])
    const [zh, en] = [0, 1].map((side) => definitions.map((pair) => pair[side]).join(''))
    const source = custom('effect', `${zh}交付术语109。`, `${en} Deliver the ${letters.at(-1)} Item.`)
    expect(termsOf(source).filter(([check]) => check === 'termGone' || check === 'termUndefined')).toEqual([])
  })

  it('are reported when a custom text uses an undefined term', () => {
    const source = custom(
      'effect',
      '交付物自验收之日起归{party:a}。',
      'Title to the Deliverables shall pass to {party:a} on acceptance.',
    )
    expect(termsOf(source)).toEqual([['termUndefined', 'effect', 'Deliverables', 'look']])
  })

  it('are reported when a defined term is unused, or has two names', () => {
    const source = custom(
      'effect',
      '本日（以下称“生效日”）起生效。',
      'This takes effect today (the “Effective Date”).',
    )
    expect(termsOf(source)).toEqual([['termUnused', 'effect', 'Effective Date', 'look']])
    const answersWithTwoNames = custom(
      'subcontracting',
      '自该日（以下称“生效日”）起。',
      'From that day (the “Starting Day”). The Starting Day and the Effective Date are working days.',
      source,
    )
    expect(termsOf(answersWithTwoNames).map(([check]) => check)).toContain('termTwice')
  })

  it('are reported when the definition of a used term is dropped', () => {
    const source = custom(
      'subcontracting',
      '工作（以下称“工作”）由{party:b}完成。',
      'Work (the “Works”) is done by {party:b}.',
    )
    const using = custom(
      'effect',
      '工作自签署之日起开始。',
      'The Works begin on signing, and the Works end on delivery.',
      source,
    )
    expect(termsOf(using)).toEqual([])
    const answers = dropClause(using.answers, using.template, 'subcontracting')
    expect(termsOf({ ...using, answers })).toEqual([['termGone', 'effect', 'Works', 'probable']])
  })

  it.each(libraryTemplates())(
    'are consistent in the template $code, whichever clause is dropped',
    (template) => {
      const answers = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
      const findings = (now = answers) =>
        agreementPoints(assembleText({ name: '', number: '', template, answers: now }), {
          template,
          answers: now,
        })
      expect(findings()).toEqual([])
      const clauses = template.articles.flatMap((article) => article.clauses)
      const clausesWithFindings = clauses.flatMap(({ id }) =>
        findings(dropClause(answers, template, id))
          .filter(({ grade }) => grade === 'different')
          .map(({ check, detail }) => [id, check, detail]),
      )
      expect(clausesWithFindings).toEqual([])
    },
  )
})
