import type { Locale } from '#src/core/i18n.ts'
import { csvLines as lines } from '#src/files/csv/write-csv.ts'
import { COLUMNS, headOf } from './import/heads.ts'
import type { ListedContact } from './list.ts'

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
