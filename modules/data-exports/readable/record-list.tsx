import { createContext, useContext } from 'react'
import type { Locale } from '#src/core/i18n.ts'
import { useTranslations } from '#views/language.tsx'
import { momentText } from '#views/values/moment.tsx'
import { codeWords, columnWords } from './words.ts'

export type Row = Record<string, unknown>

interface RecordPlace {
  locale: Locale
  /** The kind of the records, after the kinds of the records that contain them: `orders.refunds`. */
  kind: string
}

/** Structures for programs, whose content is shown elsewhere on the pages in words. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set([
  ...(['answers', 'contents', 'before', 'faults', 'look', 'signature', 'removed', 'repairs'] as const),
  ...(['texts', 'spots', 'text', 'actions_json'] as const),
])

/** The maximum number of columns of a table; wider records are shown as lists. */
const MAX_COLUMNS = 7

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isRow)

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const columnsOf = (rows: Row[]) => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'id')
  return names.filter((name) => rows.some((row) => !isEmpty(row[name])))
}

/** Records of one kind: a table, or lists of facts if they are wide or contain lists. */
export function RecordList({ rows, ...place }: RecordPlace & { rows: Row[] }) {
  const t = useTranslations()
  const columns = columnsOf(rows)
  const isWide = columns.length > MAX_COLUMNS || rows.some((row) => Object.values(row).some(isRowList))
  if (isWide)
    return rows.map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a page that never changes
      <Facts key={index} row={row} {...place} />
    ))
  return (
    <div className="wide">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {columnWords(t, column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page that never changes
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>
                  <Value value={row[column]} column={column} {...place} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isRowList = (value: unknown) => isRow(value) || (isRows(value) && value.length > 0)

/** A record as facts, without its empty ones. */
export function Facts({ row, ...place }: RecordPlace & { row: Row }) {
  const t = useTranslations()
  return (
    <dl>
      {columnsOf([row]).map((column) => (
        <div key={column}>
          <dt>{columnWords(t, column)}</dt>
          <dd>
            <Value value={row[column]} column={column} {...place} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value, column, locale, kind }: RecordPlace & { value: unknown; column: string }) {
  const t = useTranslations('dataExports')
  if (isEmpty(value)) return '–'
  if (FOR_PROGRAMS.has(column) && typeof value === 'object')
    return <span className="small">{t('inData')}</span>
  if (value instanceof Date) return <Time at={value} />
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (column === 'file') return <FileLink path={String(value)} />
  if (isRows(value)) return <RecordList rows={value} locale={locale} kind={`${kind}.${column}`} />
  if (isRow(value)) return <Facts row={value} locale={locale} kind={`${kind}.${column}`} />
  if (!Array.isArray(value)) return codeWords(locale, kind, column, String(value))
  return value.map((one) => (one instanceof Date ? momentText(one) : String(one))).join(', ')
}

export const Time = ({ at }: { at: Date }) => <time dateTime={at.toISOString()}>{momentText(at)}</time>

/** The paths of files that could not be added. */
export const MissingFiles = createContext<ReadonlySet<string>>(new Set())

/**
 * A link to a file of the archive, from the page beside or above it; only the file's name if the file is
 * missing.
 */
export function FileLink({ path, words = path.split('/').at(-1) }: { path: string; words?: string }) {
  if (useContext(MissingFiles).has(path)) return words
  return <a href={path.split('/').map(encodeURIComponent).join('/')}>{words}</a>
}
