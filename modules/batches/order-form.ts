import * as v from 'valibot'
import { type SigningOrder, signingOrder } from '#modules/signing/index.ts'
import { type FormState, problemsOf, type Values } from '#src/http/body.ts'
import type { useTranslations } from '#views/language.tsx'
import { isAddress } from '#views/values/address.ts'
import type { Model } from './table/columns.ts'

/** The numbers of days between automatic reminders to choose from; 0 for no reminders. */
export const INTERVALS = [0, 1, 2, 3, 5, 7, 14] as const

type SigningTranslator = ReturnType<typeof useTranslations<'signing'>>

export const intervalWords = (t: SigningTranslator, days: number): string =>
  days === 0
    ? t('setting.options.never')
    : days === 1
      ? t('setting.options.daily')
      : t('setting.options.every', { days })

/** The values of a signing order's form, by field name: `turn-a` is the turn of party a. */
export const valuesOf = ({ parties, options }: SigningOrder): Values => ({
  ...Object.fromEntries(
    parties.flatMap(({ party, turn, person }) => [
      [`turn-${party}`, String(turn)],
      [`name-${party}`, person?.name ?? ''],
      [`jobTitle-${party}`, person?.title ?? ''],
      [`email-${party}`, person?.email ?? ''],
    ]),
  ),
  days: String(options.days),
  reminderDays: String(options.reminderDays),
  message: options.message,
})

/** The signing order of a form, or the problems of its fields. */
export function readOrder(model: Model, values: Values): { order: SigningOrder } | FormState {
  const partyKeys = signingOrder.signingParties(model).map(({ key }) => key)
  const problems = Object.assign({}, ...partyKeys.map((key) => personProblems(key, values)))
  const result = v.safeParse(signingOrder.Schema, {
    parties: partyKeys.map((key) => partyOf(key, values)),
    options: {
      days: Number(values.days),
      reminderDays: Number(values.reminderDays),
      message: values.message ?? '',
    },
  })
  if (result.success && Object.keys(problems).length === 0) return { order: result.output }
  const formProblems = Object.entries(result.success ? {} : problemsOf(result.issues))
  const byField = formProblems.map(([path, problem]) => {
    const field = fieldAt(path, partyKeys)
    const isChoice = field.startsWith('turn-') || field === 'reminderDays'
    return [field, isChoice ? 'common.problem.selected' : problem]
  })
  const allProblems = { ...Object.fromEntries(byField), ...problems }
  const daysProblem = allProblems.days && { days: 'signing.setting.options.daysWrong' }
  return { values, problems: { ...allProblems, ...daysProblem }, details: { max: signingOrder.furthest } }
}

function partyOf(party: string, values: Values) {
  const [name, title, email] = ['name', 'jobTitle', 'email'].map((one) => values[`${one}-${party}`] ?? '')
  const isNamed = [name, title, email].some((text) => text?.trim())
  return { party, turn: Number(values[`turn-${party}`]), ...(isNamed && { person: { name, title, email } }) }
}

/** The problems of a person who replaces another one: the name and the address are required. */
function personProblems(party: string, values: Values): FormState['problems'] {
  const { person } = partyOf(party, values)
  if (!person) return {}
  const email = person.email?.trim() ?? ''
  return {
    ...(!person.name?.trim() && { [`name-${party}`]: 'common.problem.required' as const }),
    ...(!email && { [`email-${party}`]: 'common.problem.required' as const }),
    ...(email && !isAddress(email) && { [`email-${party}`]: 'common.problem.format' as const }),
  }
}

/** The name of the form's field for a path: `parties.0.person.email` → `email-a`. */
function fieldAt(path: string, keys: string[]): string {
  const [group, index, ...keyParts] = path.split('.')
  if (group !== 'parties') return index ?? path
  const attribute = keyParts.at(-1) === 'title' ? 'jobTitle' : keyParts.at(-1)
  return `${attribute}-${keys[Number(index)]}`
}
