import { type Locale, translate } from '#src/core/i18n.ts'
import { useTranslations } from '#views/language.tsx'
import type { DocumentFolder } from '../contents/document-folder.ts'
import { readablePage } from './readable-page.tsx'
import { Facts, FileLink, MissingFiles, RecordList, type Row } from './record-list.tsx'

/**
 * The page of one document in its folder: facts, files, text, reviews, signings and the action log.
 * `missingPaths` are the paths, within the folder, of files that could not be added.
 */
export function documentPage(
  locale: Locale,
  folder: DocumentFolder,
  missingPaths: ReadonlySet<string>,
): string {
  const content = (
    <MissingFiles value={missingPaths}>
      <DocumentPage locale={locale} {...folder} />
    </MissingFiles>
  )
  return readablePage(locale, folder.document.name, content)
}

/** Lists that have a heading, in this order. */
const LISTS = [
  'reviewers',
  'rounds',
  'signingSettings',
  'signings',
  'versions',
  'translations',
  'secondReadings',
] as const

/** Fields that are shown under another heading or not shown. */
const EXCLUDED_FIELDS: ReadonlySet<string> = new Set([
  ...LISTS,
  'files',
  'actions',
  'text',
  'answers',
  'name',
])

function DocumentPage({ locale, document, record, files, logTable }: DocumentFolder & { locale: Locale }) {
  const t = useTranslations('dataExports')
  const facts = Object.fromEntries(Object.entries(record).filter(([key]) => !EXCLUDED_FIELDS.has(key)))
  return (
    <>
      <p>
        <a href="../../index.html">{t('toIndex')}</a>
      </p>
      <Facts row={facts} locale={locale} kind="document" />
      <h2>{t('files')}</h2>
      <ul>
        {[...files.map(({ path }) => path), 'log.json'].map((path) => (
          <li key={path}>
            <FileLink path={path} words={path} />
          </li>
        ))}
      </ul>
      {document.text && (
        <>
          <h2>{t('text')}</h2>
          {Object.entries(document.text).map(([side, text]) => (
            <pre key={side} lang={side}>
              {text}
            </pre>
          ))}
        </>
      )}
      {LISTS.map((kind) => {
        const rows = (record[kind] ?? []) as Row[]
        if (!rows.length) return null
        return (
          <section key={kind}>
            <h2>{t(`kind.${kind}`)}</h2>
            <RecordList rows={rows} locale={locale} kind={kind} />
          </section>
        )
      })}
      <h2>{translate(locale)('documents.actionLog')}</h2>
      <LogTable rows={logTable} />
    </>
  )
}

function LogTable({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  return (
    <div className="wide">
      <table>
        <thead>
          <tr>
            {head.map((words) => (
              <th key={words} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((words, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a page that never changes
                <td key={index}>{words}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
