import type { Answers } from '../answers.ts'
import { answerTo } from '../fields.ts'
import type { Money } from '../numbers/money.ts'
import type { Field, Template } from '../template/template.ts'

/** The answers with computed values filled in; stored values of computed fields are ignored. */
export function withComputed(template: Template, answers: Answers): Answers {
  const computed = template.fields.filter((field) => field.computed)
  if (!computed.length) return answers
  const fields = { ...answers.fields }
  for (const field of computed) {
    const { tax } = taxOf(field, answers) ?? {}
    if (tax) fields[field.id] = tax
    else delete fields[field.id]
  }
  return { ...answers, fields }
}

/** The parts of a tax computation. */
export interface TaxComputation {
  amount: Money
  rate: number
  /** Whether the amount already includes the tax. */
  isIncluded: boolean
  tax: Money
}

/** The value of a computed field; undefined while a value that it depends on is missing or invalid. */
export function taxOf({ computed }: Field, answers: Answers): TaxComputation | undefined {
  if (!computed) return undefined
  const taxedAmount = answerTo(answers, computed.taxOn)
  const rate = answerTo(answers, computed.rate)
  const choice = answerTo(answers, computed.includedIf.field)
  if (
    typeof taxedAmount !== 'object' ||
    !('amount' in taxedAmount) ||
    typeof rate !== 'number' ||
    choice === undefined
  )
    return
  const included = choice === computed.includedIf.is
  if (!Number.isSafeInteger(taxedAmount.amount) || taxedAmount.amount < 0 || !(rate >= 0 && rate <= 100))
    return
  const amount = share(taxedAmount.amount, rate, included ? 100 + rate : 100)
  return { amount: taxedAmount, rate, isIncluded: included, tax: { amount, currency: taxedAmount.currency } }
}

/** Computes in whole numbers, because binary fractions would sometimes round half a cent down. */
function share(amount: number, rate: number, whole: number): number {
  const [numerator, divisor] = [rate, whole].map((one) => BigInt(Math.round(one * 1e6))) as [bigint, bigint]
  return Number((2n * BigInt(amount) * numerator + divisor) / (2n * divisor))
}
