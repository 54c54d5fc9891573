import { describe, expect, test } from 'vitest'
import { findAgreement } from '#modules/site/agreements.ts'
import { SCHEDULE } from '#src/app/schedule.ts'
import { LOCALES, type Locale } from '#src/core/i18n.ts'
import { FATES } from '#tests/support/personal-data/export-check.ts'
import { BOOKS, FIVE_YEARS, type Personal } from '#tests/support/personal-data/fate.ts'
import {
  IN_A_SENTENCE,
  PERIODS,
  PERIODS_OF_JOBS,
  STATEMENT_ROWS,
} from '#tests/support/personal-data/statement.ts'

const ROWS = Object.entries(STATEMENT_ROWS)
const STATED = [...ROWS.flatMap(([, tables]) => tables), ...IN_A_SENTENCE]

/** The languages in the order of the periods in PERIODS. */
const LANGUAGES: Locale[] = ['en_US', 'zh_CN', 'zh_TW']

const { texts } = findAgreement('PRIVACY_STATEMENT')!
const rowsIn = (locale: Locale) => texts[locale].sections.find(({ table }) => table)!.table!.rows

/** The row of the table that begins with these words in English, in another language. */
const rowOf = (words: string, locale: Locale) =>
  rowsIn(locale)[rowsIn('en_US').findIndex(([kind]) => kind!.startsWith(words))]!

test('the statement names each table with personal data once, and no other table', () => {
  const personal = Object.keys(FATES).filter((table) => 'own' in FATES[table]!)
  expect(new Set(STATED).size).toBe(STATED.length)
  expect(personal.filter((table) => !STATED.includes(table))).toEqual([])
  expect(STATED.filter((table) => !(table in FATES))).toEqual([])
})

test('each row of the statement is about tables of the database', () => {
  const headings = ROWS.map(([words]) => words)
  const unknown = rowsIn('en_US').filter(([kind]) => !headings.some((words) => kind!.startsWith(words)))
  expect(unknown).toEqual([])
  expect(headings.length).toBe(rowsIn('en_US').length)
})

describe.each(ROWS)('%s', (words, tables) => {
  const periodText = rowOf(words, 'en_US').at(-1)!

  test('states the period after which the jobs delete it', () => {
    for (const table of tables) {
      const fate = FATES[table]!
      if ('own' in fate) expect(periodText, table).toMatch(periodOf(fate))
    }
  })

  test('states the same periods in each language', () => {
    const inEnglish = PERIODS.map(([english]) => english.test(periodText))
    for (const locale of LOCALES) {
      const lastCell = rowOf(words, locale).at(-1)!
      const language = LANGUAGES.indexOf(locale)
      expect(PERIODS.map((period) => period[language]!.test(lastCell))).toEqual(inEnglish)
    }
  })
})

/** The pattern that the statement must contain about a table. */
function periodOf({ until }: Personal): RegExp {
  if (typeof until === 'string') return /closed|as the document/
  if ('job' in until) {
    expect(Object.keys(SCHEDULE)).toContain(until.job)
    return PERIODS_OF_JOBS[until.job]!
  }
  if (until.kept === FIVE_YEARS.kept) return /five years after .*account .*closed/
  if (until.kept === BOOKS.kept) return /thirty years|account is closed/
  return /closed|as the document/
}
