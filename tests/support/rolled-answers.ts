import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { templateClauses } from '#assembly/outline.ts'
import { sampleParty } from '#assembly/proving/sample.ts'
import { amountsOf, fieldsOf, leavesOf } from '#assembly/rules/leaves.ts'
import type { Field, FieldValue, Rule, Template } from '#assembly/template/template.ts'
import { partyKey } from '#assembly/words.ts'
import { identityCard } from './identity-card.ts'
import { judge, printedFields, printedIds } from './rule-reference.ts'

export type RandomBelow = (limit: number) => number

const dayNear = (below: RandomBelow) => {
  const far = below(6) ? 1 : 8
  const day = new Date(Date.UTC(2026, 0, 1) + (below(2600) - 900) * far * 86_400_000)
  // Often the first or last day of a month, for which counting months is most difficult.
  if (below(3) === 0) day.setUTCDate(below(2) ? 1 : 0)
  return day.toISOString().slice(0, 10)
}

/** A value that the form accepts, often one that a rule names. */
function rollValue(field: Field, below: RandomBelow, known: number[]): FieldValue | undefined {
  const max = typeof field.max === 'number' ? field.max : 1_000_000_000
  const minimum = typeof field.min === 'number' ? field.min : 0
  const within = (one: number) => Math.min(max, Math.max(minimum, one))
  const near = (known[below(known.length)] ?? 10) + [0, 0, -1, 1, -0.01, 0.01][below(6)]!
  if (field.type === 'boolean') return below(2) === 0
  if (field.type === 'choice') return field.options![below(field.options!.length)]!.id
  if (field.type === 'date') return dayNear(below)
  if (field.type === 'number') return within(below(2) ? Math.round(near) : below(120))
  if (field.type === 'money') {
    const currency = field.currencies?.[below(field.currencies.length)] ?? 'CNY'
    return {
      amount: Math.round(within(below(2) ? near : below(60) * (below(4) ? 10_000 : 1_000_000)) * 100),
      currency,
    }
  }
  if (field.type === 'table') return undefined
  const unit = field.units?.[below(field.units.length)] ?? 'day'
  return field.type === 'period'
    ? { count: 1 + below(unit === 'day' ? 200 : 40), unit }
    : { zh: '示例', en: 'sample' }
}

/** The sample with different answers to the questions that a rule checks, and sometimes to others. */
export function roll(template: Template, rule: Rule, sample: Answers, below: RandomBelow): Answers {
  const leaves = [...leavesOf(rule.when), ...leavesOf(rule.must)].map(({ leaf }) => leaf)
  const conditionFields = new Set(
    leaves.flatMap((leaf) => ('filled' in leaf ? [leaf.filled] : fieldsOf(leaf))),
  )
  const knownAmounts = leaves.flatMap(amountsOf).flatMap((amount) => numbersIn(amount))
  const values = Object.values(sample.fields).flatMap((value) =>
    typeof value === 'object' && 'amount' in value ? [value.amount / 100] : [],
  )
  const fields = { ...sample.fields }
  for (const field of template.fields) {
    if (!(conditionFields.has(field.id) ? below(4) : below(12) === 0)) continue
    if (field.computed) continue
    const value = !below(12)
      ? undefined
      : field.type === 'table'
        ? rollTable(field, sample.fields[field.id], below)
        : rollValue(field, below, [...knownAmounts, ...values])
    if (value === undefined) delete fields[field.id]
    else fields[field.id] = value
  }
  const chosenValues = new Map(
    leaves.flatMap((leaf) => ('chosen' in leaf ? [[leaf.chosen, leaf.alternative]] : [])),
  )
  const clauses: Answers['clauses'] = {}
  for (const { clause } of templateClauses(template)) {
    const { id, alternatives = [], droppable } = clause
    const wantedOption = below(3) ? chosenValues.get(id) : undefined
    const alternative = wantedOption ?? alternatives[below(alternatives.length + 1)]?.id
    const isRolled = chosenValues.has(id) ? below(4) > 0 : below(4) === 0
    if (alternative && isRolled) clauses[id] = { alternative }
    else if (droppable && below(15) === 0) clauses[id] = { dropped: true }
  }
  return { ...sample, fields, clauses, parties: rollParties(template, sample, below) }
}

/** The sample's table with a different date, figure, row or currency. */
function rollTable(field: Field, given: FieldValue | undefined, below: RandomBelow): FieldValue | undefined {
  if (typeof given !== 'object' || !('rows' in given)) return given
  const table = structuredClone(given)
  for (const row of table.rows)
    for (const { id, type, times, required } of field.columns ?? []) {
      if (times || below(4)) continue
      const cell = row.cells[id]
      if (type === 'date') row.cells[id] = dayNear(below)
      else if (typeof cell === 'number') row.cells[id] = Math.max(1, cell + below(3) - 1)
      else if (!required) delete row.cells[id]
    }
  if (!below(5)) table.rows.pop()
  if (!below(8) && field.currencies) table.currency = field.currencies[below(field.currencies.length)]!
  return table
}

const numbersIn = (part: unknown): number[] =>
  typeof part === 'number'
    ? [part]
    : typeof part === 'object' && part
      ? Object.values(part).flatMap(numbersIn)
      : []

function rollParties(template: Template, sample: Answers, below: RandomBelow): Answers['parties'] {
  const role = template.moreParties
  const addedCount = role ? below(role.upTo - sample.parties.length + 1) : 0
  const addedParties = Array.from({ length: addedCount }, (_, index) =>
    sampleParty(partyKey(sample.parties.length + index), role!),
  )
  return [...sample.parties, ...addedParties].map((party, index) => {
    const traits = template.parties[index] ?? role!
    const shares = ['10', '33.3333', '34', '50', '66.67', '90', '100', undefined]
    return {
      ...party,
      ...(!traits.place && { place: (['mainland', 'mainland', 'hmt', 'abroad'] as const)[below(4)] }),
      ...(traits.identity === 'any' && {
        identity: below(3) ? ('company' as const) : ('individual' as const),
      }),
      ...(traits.votes && {
        vote: (['for', 'for', 'against', 'abstain', 'absent'] as const)[below(5)],
        ...(traits.votes === true && { share: shares[below(shares.length)] }),
      }),
      ...(below(3) && { idNumber: identityCard(`${1950 + below(70)}-0${1 + below(9)}-15`, 120 + index) }),
      ...(below(6) === 0 && { email: '', address: '', addressEn: '', phone: '', idNumber: '' }),
    }
  })
}

/** The answers with the taxes that the template computes from them, in whole numbers. */
function withTaxes(template: Template, answers: Answers): Answers {
  const fields = { ...answers.fields }
  for (const { id, computed } of template.fields) {
    if (!computed) continue
    const [on, rate, way] = [computed.taxOn, computed.rate, computed.includedIf.field].map((of) => fields[of])
    delete fields[id]
    if (typeof on !== 'object' || !('amount' in on) || typeof rate !== 'number' || !way) continue
    const taxPart = BigInt(Math.round(rate * 100))
    const divisor = 10_000n + (way === computed.includedIf.is ? taxPart : 0n)
    const amount = Number((2n * BigInt(on.amount) * taxPart + divisor) / (2n * divisor))
    fields[id] = { amount, currency: on.currency }
  }
  return { ...answers, fields }
}

/**
 * The rules that the product reports, and those that the reference implementation finds certainly or
 * possibly broken.
 */
export function judged(template: Template, answers: Answers, rule: Rule) {
  const tree = assemble({ name: 'n', number: 'QS-1', template, answers })
  const keptIds = printedIds(tree)
  const printedFieldIds = printedFields(tree, keptIds)
  const wording = (id: string) => (keptIds.has(id) ? answers.clauses[id]?.alternative : undefined)
  const fields = leavesOf(rule.must).flatMap(({ leaf }) => fieldsOf(leaf))
  const people = rule.each ? answers.parties : [undefined]
  return people.map((it) => {
    const facts = {
      answers: withTaxes(template, answers),
      kept: keptIds,
      wording,
      fields: template.fields,
      ...(it && { it }),
    }
    const applies = rule.when ? judge(rule.when, facts) : true
    const isFulfilled = judge(rule.must, facts)
    const isGiven = fields.every((id) => facts.answers.fields[id] !== undefined)
    const isPrinted = fields.every((id) => printedFieldIds.has(id))
    const place = it ? `party:${it.key}.${rule.at}` : rule.at.replace(/^(?=[a-j]\.)/, 'party:')
    return {
      isReported: tree.open.some((point) => point.rule === rule.id && point.at === place),
      mayBeBroken: applies !== false && isFulfilled !== true && isGiven,
      isBroken: applies === true && isFulfilled === false && isGiven && isPrinted,
    }
  })
}
