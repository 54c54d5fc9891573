import { type Locale, messages, translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { useTranslations } from '#views/language.tsx'
import { momentText } from '#views/values/moment.tsx'
import type { DocumentFolder } from '../contents/document-folder.ts'
import type { LeftOut } from '../schema.ts'
import { readablePage } from './readable-page.tsx'
import { Facts, FileLink, MissingFiles, RecordList, type Row, Time } from './record-list.tsx'
import type { Kind } from './words.ts'

export type ListedDocument = Pick<
  DocumentFolder['document'],
  'id' | 'name' | 'number' | 'status' | 'created_at' | 'updated_at'
> & { path: string }

interface IndexContent {
  viewer: Viewer
  /** The records by kind, without the documents. */
  records: Record<string, object | undefined>
  documents: ListedDocument[]
  leftOut: LeftOut[]
  at: Date
}

/** The index of the archive, in the reader's language: every kind of records, and links to the files. */
export function indexPage(locale: Locale, content: IndexContent): string {
  const t = translate(locale)
  const page = (
    <MissingFiles value={new Set(content.leftOut.map(({ path }) => path))}>
      <IndexPage locale={locale} {...content} />
    </MissingFiles>
  )
  return readablePage(locale, t('dataExports.pageTitle'), page)
}

/** The kinds in the order of the page; the locales list all of them. */
const KINDS = Object.keys(messages.en_US.dataExports.kind) as Kind[]

/** Writes the text of messages from their facts, in the reader's language. */
function withMessageTexts(locale: Locale, kind: string, rows: Row[]): Row[] {
  if (kind !== 'messages') return rows
  const t = translate(locale)
  return rows.map(({ kind: messageKind, facts, path: _, ...rest }) => ({
    words: t(
      `messaging.message.${messageKind as keyof typeof messages.en_US.messaging.message}`,
      facts as never,
    ),
    ...rest,
  }))
}

function IndexPage({ locale, viewer, records, documents, leftOut, at }: IndexContent & { locale: Locale }) {
  const t = useTranslations('dataExports')
  const rowsOf = (kind: string) => [records[kind] ?? []].flat() as Row[]
  const kinds = KINDS.filter((kind) => kind === 'documents' || records[kind])
  return (
    <>
      <p>
        {t('pageLead', { name: viewer.name || viewer.username })} <Time at={at} />
      </p>
      <p className="small">
        {t('pageTimes')} <FileLink path="data.json" /> {t('pageData')}
      </p>
      <LeftOutList leftOut={leftOut} />
      <nav>
        <ul>
          {kinds.map((kind) => (
            <li key={kind}>
              <a href={`#${kind}`}>{t(`kind.${kind}`)}</a> (
              {kind === 'documents' ? documents.length : rowsOf(kind).length})
            </li>
          ))}
        </ul>
      </nav>
      {kinds.map((kind) => (
        <section key={kind} id={kind}>
          <h2>{t(`kind.${kind}`)}</h2>
          {kind === 'documents' ? (
            <Documents locale={locale} documents={documents} />
          ) : (
            <Records locale={locale} kind={kind} rows={withMessageTexts(locale, kind, rowsOf(kind))} />
          )}
        </section>
      ))}
    </>
  )
}

function Records({ locale, kind, rows }: { locale: Locale; kind: Kind; rows: Row[] }) {
  const t = useTranslations('dataExports')
  if (!rows.length) return <p className="small">{t('nothing')}</p>
  if (rows.length === 1) return <Facts row={rows[0]!} locale={locale} kind={kind} />
  return <RecordList rows={rows} locale={locale} kind={kind} />
}

function Documents({ locale, documents }: { locale: Locale; documents: ListedDocument[] }) {
  const t = useTranslations()
  if (!documents.length) return <p className="small">{t('dataExports.nothing')}</p>
  const words = messages[locale].documents.status as Record<string, string>
  return (
    <div className="wide">
      <table>
        <thead>
          <tr>
            {(['name', 'number', 'status', 'created_at', 'updated_at'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`dataExports.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {documents.map(({ id, path, name, number, status, created_at, updated_at }) => (
            <tr key={id}>
              <td>
                <FileLink path={path} words={name} />
              </td>
              <td>{number}</td>
              <td>{words[status] ?? status}</td>
              <td>{momentText(created_at)}</td>
              <td>{momentText(updated_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LeftOutList({ leftOut }: { leftOut: LeftOut[] }) {
  const t = useTranslations('dataExports')
  if (!leftOut.length) return null
  return (
    <>
      <p>{t('leftOut')}</p>
      <ul>
        {leftOut.map(({ path, why }) => (
          <li key={path}>
            {path} – {t(`why.${why}`)}
          </li>
        ))}
      </ul>
    </>
  )
}
