import type { Locale } from '#src/core/i18n.ts'
import { readRecords } from '#src/files/csv/read-csv.ts'
import { csvLines as lines } from '#src/files/csv/write-csv.ts'
import { readValues } from '#src/http/body.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { type ContactFields, ContactForm, unreachable } from './contact-form.ts'
import { COLUMNS, type Column, fieldsOf, headOf, readHeads } from './csv-heads.ts'
import type { ListedContact } from './list.ts'
import type { ContactType } from './schema.ts'

export const LARGEST_CSV = 2 * 1024 * 1024
export const MOST_ROWS = 5000

/** A problem of a file and its place: `line` as a text editor counts, and `column` if it concerns one. */
export interface Fault {
  line: number
  column: Column | null
  /** A locale key. */
  problem: MessageKey
}

export interface ReadContact extends ContactFields {
  line: number
}

interface ReadFile {
  contacts: ReadContact[]
  /** The heads of the columns that nothing is read from. */
  unread: string[]
  faults: Fault[]
}

export const csvHead = (locale: Locale): string => lines([COLUMNS.map((column) => headOf(column, locale))])

export const csvLines = (contacts: ListedContact[]): string =>
  lines(
    contacts.map(({ name, organisation, mobile, email, group_name }) => [
      name,
      organisation,
      mobile.replace(/^\+86(?=1\d{10}$)/, ''),
      email,
      group_name,
    ]),
  )

/**
 * Reads a spreadsheet's CSV in UTF-8, UTF-16 or GB 18030, with headings in any of our languages. Stores
 * nothing.
 */
export function readCsv(bytes: Uint8Array, type: ContactType): ReadFile {
  const wrong = (problem: MessageKey, line = 1) => ({
    contacts: [],
    unread: [],
    faults: [{ line, column: null, problem }],
  })
  const records = readRecords(bytes)
  if (typeof records === 'number') return wrong('contacts.import.broken', records)
  const [head, ...rows] = records
  const { columns, unread, named } = readHeads(head?.record ?? [])
  if (!named) return wrong('contacts.import.head')
  if (rows.length > MOST_ROWS) return wrong('contacts.import.tooMany', MOST_ROWS + 2)
  const contacts: ReadContact[] = []
  const faults: Fault[] = []
  const seen = new Set<string>()
  for (const { record, line } of rows) {
    const form = readValues(ContactForm, [...fieldsOf(columns, record), ['type', type]])
    const problems = { ...unreachable(form.values), ...(form.ok ? {} : form.problems) }
    if (form.ok && form.output.email && seen.has(form.output.email)) problems.email = 'contacts.import.twice'
    faults.push(
      ...Object.entries(problems).map(([column, problem]) => ({ line, column: column as Column, problem })),
    )
    if (!form.ok || Object.keys(problems).length) continue
    seen.add(form.output.email)
    contacts.push({ ...form.output, line })
  }
  if (!rows.length) return wrong('contacts.import.empty')
  return { contacts, unread, faults }
}
