import { type latestDocuments, StatusWord } from '#modules/documents/index.ts'
import { SentenceSpace, useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { Moment } from '#views/values/moment.tsx'
import { All } from './home-panels.tsx'

export type Documents = Awaited<ReturnType<typeof latestDocuments>>

/** The most recently edited and completed documents; a reader without documents gets an explanation. */
export function DocumentPanels({ edited, completed }: Documents) {
  const t = useTranslations('home')
  const mayCreate = useMay('document.create')
  if (!mayCreate && !edited.length && !completed.length) return <NothingToRead />
  return (
    <>
      <Panel title={t('edited')} action={edited.length > 0 && <All href="/mgmt/my-docs" />}>
        <DocumentLines documents={edited} empty={t(mayCreate ? 'editedEmpty' : 'editedNone')} />
      </Panel>
      <Panel
        title={t('completed')}
        action={completed.length > 0 && <All href="/mgmt/my-docs?status=completed" />}
      >
        <DocumentLines documents={completed} empty={t('completedEmpty')} />
      </Panel>
    </>
  )
}

function NothingToRead() {
  const t = useTranslations('home.reader')
  return (
    <Panel title={t('title')}>
      <p className="py-4 text-base-content/75">
        {t('empty')}
        <SentenceSpace />
        <a className="link" href="/mgmt/acct-info">
          {t('administrator')}
        </a>
      </p>
    </Panel>
  )
}

function DocumentLines({ documents, empty }: { documents: Documents['edited']; empty: string }) {
  const mayCreate = useMay('document.create')
  if (!documents.length) return <p className="py-4 text-base-content/75">{empty}</p>
  const pageOf = (status: string) => (mayCreate && status === 'draft' ? 'edit-doc' : 'view-doc')
  return (
    <ul className="divide-y divide-base-300">
      {documents.map((row) => (
        <li key={row.id} className="flex items-baseline justify-between gap-x-4 py-2 max-sm:flex-wrap">
          <span className="min-w-0 max-sm:w-full">
            <a className="link-hover wrap-anywhere" href={`/mgmt/${row.id}/${pageOf(row.status)}`}>
              {row.name}
            </a>
            <span className="wrap-anywhere block text-base-content/75 text-sm">{row.counterparty}</span>
          </span>
          <span className="flex shrink-0 gap-4 text-base-content/75 text-sm">
            <StatusWord status={row.status} kind={row.kind} />
            <Moment at={row.updated_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
