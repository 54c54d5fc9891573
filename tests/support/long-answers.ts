import type { Answers } from '#assembly/answers.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { templateClauses } from '#assembly/outline.ts'
import { MAX_SIZE, sizeOf } from '#assembly/size.ts'
import { findTemplate } from '#modules/templates/library.ts'
import { filledNda } from '#tests/cast/signing.ts'

type Twin = [zh: string, en: string]

const template = findTemplate('mutual-nda')
const ADDED_COUNT = 150
/** The maximum lengths of a clause's text and of a request body. */
const CLAUSE = 20_000
const BODY = 512 * 1024

/** The mutual NDA, ready to be finalised, with these two texts repeated as often as the limits allow. */
export function longestNda(twin: Twin): Answers {
  let fits = 0
  let tooMany = BODY
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (mayBeSaved(ndaWith(twin, middle))) fits = middle
    else tooMany = middle
  }
  return ndaWith(twin, fits)
}

/** The mutual NDA with these two texts repeated `times` times across its clauses. */
export function ndaWith([zh, en]: Twin, times: number): Answers {
  const answers = filledNda(blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' }))
  const addedIds = Array.from({ length: ADDED_COUNT }, (_, index) => `added-${index}`)
  const article = template.articles[0]!.id
  answers.added = addedIds.map((id, index) => ({ id, article, after: addedIds[index - 1] ?? null }))
  const max = Math.floor(CLAUSE / Math.max(zh.length, en.length))
  let remainingTimes = times
  for (const id of [...Array.from(templateClauses(template), ({ clause }) => clause.id), ...addedIds]) {
    const timesHere = Math.min(max, remainingTimes)
    remainingTimes -= timesHere
    if (timesHere > 0)
      answers.clauses[id] = { custom: { zh: zh.repeat(timesHere), en: en.repeat(timesHere) } }
    // An empty added clause cannot be finalised.
    else if (id.startsWith('added-')) answers.added = answers.added.filter((one) => one.id !== id)
  }
  return answers
}

function mayBeSaved(answers: Answers): boolean {
  const { characters, marks } = sizeOf(template, answers)
  const isShort = characters <= MAX_SIZE.characters && marks <= MAX_SIZE.marks
  return isShort && Buffer.byteLength(JSON.stringify({ version: 1, answers })) <= BODY
}
