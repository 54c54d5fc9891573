import type { Answers, ClauseAnswer } from '#assembly/answers.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { addClause, addParty } from '#assembly/edit.ts'
import { templateClauses } from '#assembly/outline.ts'
import type { FieldValue, Template } from '#assembly/template/template.ts'
import type { Dice } from './dice.ts'

/** Answers to a template, some with wrong values, marks without a target, and outdated texts. */
export function arbitraryAnswers(dice: Dice, template: Template): Answers {
  let answers = blankAnswers(template, {
    primary: dice.pick(['zh', 'en']),
    bilingual: dice.chance(70),
    script: dice.pick(['Hans', 'Hant']),
  })
  for (let addedCount = dice.below(9); addedCount > 0; addedCount--) answers = addParty(answers, template)
  answers.parties = answers.parties.map((party) =>
    dice.chance(70)
      ? {
          ...party,
          name: '莲花贸易',
          nameEn: 'Lotus Trading',
          email: 'legal@lotus.example',
          signerName: '林静',
        }
      : party,
  )
  for (const { id } of template.fields) if (dice.chance(60)) answers.fields[id] = rollValue(dice)
  for (const { clause } of templateClauses(template)) {
    const answer = dice.chance(35) ? rollAnswer(dice) : {}
    if (Object.keys(answer).length) answers.clauses[clause.id] = answer
  }
  return withAdded(dice, template, answers)
}

function withAdded(dice: Dice, template: Template, answers: Answers): Answers {
  let result = answers
  for (let index = 0; index < dice.below(4); index++) {
    const article = template.articles[dice.below(template.articles.length)]
    const predecessorIds = [
      null,
      ...(article?.clauses ?? []).map(({ id }) => id),
      ...result.added.map(({ id }) => id),
    ]
    const predecessorId = predecessorIds[dice.below(predecessorIds.length)] ?? null
    result = addClause(result, template, {
      id: `added-${index}`,
      article: article?.id ?? '',
      after: predecessorId,
    })
    const answer = result.clauses[`added-${index}`]
    if (answer && dice.chance(80))
      answer.custom = { zh: '补充约定{field-0}。', en: 'Further terms {field-0}.' }
  }
  return result
}

function rollValue(dice: Dice): FieldValue {
  const values: [FieldValue, ...FieldValue[]] = [
    '服务内容',
    'one',
    'two',
    '2026-11-21',
    '2026-02-30',
    '   ',
    { zh: '服务', en: '' },
    42,
    -1.5,
    true,
    false,
    { amount: 1_280_050, currency: 'CNY' },
    { amount: 9_999_999_999_999, currency: 'USD' },
    { amount: 5, currency: 'XYZ' },
    { count: 30, unit: 'day' },
    { count: 1, unit: 'year' },
  ]
  return dice.pick(values)
}

function rollAnswer(dice: Dice): ClauseAnswer {
  const answer: ClauseAnswer = {}
  if (dice.chance(50)) answer.dropped = true
  if (dice.chance(40)) answer.alternative = `alternative-${dice.below(3)}`
  if (dice.chance(30)) {
    answer.custom = {
      zh: dice.pick([
        '付款期限为30日。',
        '依{ref:clause-0-0}执行{field-3}。',
        '',
        '{没有}{party:j}{ref:nowhere}{',
      ]),
      en: dice.pick(['Payment within 60 days.', 'Under {ref:clause-0-0} {field-3}.', '', '}{nothing here}']),
    }
    if (dice.chance(40)) answer.stale = dice.pick(['zh', 'en'])
  }
  return answer
}
