import type { Answers } from '../answers.ts'
import { answerTo } from '../fields.ts'
import type { Money } from '../numbers/money.ts'
import type { Field, Template } from '../template/template.ts'

/** The answers with the values of computed fields; stored values for them are ignored. */
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

/** How a tax was computed. */
export interface TaxSum {
  on: Money
  rate: number
  /** The amount already includes the tax. */
  included: boolean
  tax: Money
}

/** The value of a computed field; undefined while an answer that it needs is missing or no valid number. */
export function taxOf({ computed }: Field, answers: Answers): TaxSum | undefined {
  if (!computed) return undefined
  const on = answerTo(answers, computed.taxOn)
  const rate = answerTo(answers, computed.rate)
  const choice = answerTo(answers, computed.includedIf.field)
  if (typeof on !== 'object' || !('amount' in on) || typeof rate !== 'number' || choice === undefined) return
  const included = choice === computed.includedIf.is
  if (!Number.isSafeInteger(on.amount) || on.amount < 0 || !(rate >= 0 && rate <= 100)) return
  const amount = share(on.amount, rate, included ? 100 + rate : 100)
  return { on, rate, included, tax: { amount, currency: on.currency } }
}

/** In whole numbers: binary fractions would sometimes round half a cent down. */
function share(amount: number, rate: number, whole: number): number {
  const [part, all] = [rate, whole].map((one) => BigInt(Math.round(one * 1e6))) as [bigint, bigint]
  return Number((2n * BigInt(amount) * part + all) / (2n * all))
}
