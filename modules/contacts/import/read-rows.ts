import type { PhoneRegion } from '#src/core/identity-numbers/mobile-number.ts'
import { readValues } from '#src/http/body.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { type ContactFields, ContactForm, unreachable } from '../contact-form.ts'
import type { ContactType } from '../schema.ts'
import { type Column, fieldsOf } from './heads.ts'
import type { Choice, Sheet } from './sheet.ts'

/** A problem of a row; `column` is null if it concerns the whole row. */
export interface Fault {
  line: number
  column: Column | null
  /** A locale key. */
  problem: MessageKey
  /** The text with the problem; '' if there is none. */
  badText: string
}

export interface ReadContact extends ContactFields {
  line: number
}

/** The contacts of a file, by the fields of its columns, and the problems of rows that cannot be read. */
export function readRows({ rows }: Sheet, choice: Choice, type: ContactType, region: PhoneRegion) {
  const contacts: ReadContact[] = []
  const faults: Fault[] = []
  const seenEmails = new Set<string>()
  for (const { record, line } of rows) {
    const form = readValues(ContactForm, [...fieldsOf(choice, record, region), ['type', type]])
    const problems = { ...unreachable(form.values), ...(form.ok ? {} : form.problems) }
    if (form.ok && form.output.email && seenEmails.has(form.output.email))
      problems.email = 'contacts.import.twice'
    faults.push(
      ...Object.entries(problems).map(([column, problem]) => ({
        line,
        column: column as Column,
        problem,
        badText: form.values[column] ?? '',
      })),
    )
    if (!form.ok || Object.keys(problems).length) continue
    seenEmails.add(form.output.email)
    contacts.push({ ...form.output, line })
  }
  return { contacts, faults }
}

/** The problem of a choice of columns as a whole; null if it has none. */
export function problemOf(choice: Choice): MessageKey | null {
  if (!choice.some((field) => field === 'name' || field === 'family' || field === 'given'))
    return 'contacts.import.columns.noName'
  if (!choice.some((field) => field === 'email' || field === 'mobile' || field === 'phone'))
    return 'contacts.import.columns.noReach'
  return null
}
