import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import type { ListedDocument } from '../../list/list.ts'
import { filesOf } from '../contents.ts'

const FORM = 'archive-form'

/**
 * Above a list with final documents: downloads the files of the ticked ones, or of all on the page, as one.
 */
export function ArchiveChoice({ rows }: { rows: ListedDocument[] }) {
  const t = useTranslations('documents.archive')
  const finals = rows.filter((row) => filesOf(row).length)
  if (!finals.length) return null
  return (
    <form id={FORM} method="post" action="/mgmt/archives" className="flex flex-wrap items-center gap-2">
      <button type="submit" className="btn btn-sm btn-outline">
        <Icon name="download" className="size-4" />
        {t('chosen')}
      </button>
      <button
        type="submit"
        name="page"
        value={finals.map(({ id }) => id).join()}
        className="btn btn-sm btn-outline"
      >
        {t('all', { count: finals.length })}
      </button>
      <a href="/mgmt/archives" className="btn btn-sm btn-ghost">
        {t('title')}
      </a>
    </form>
  )
}

/**
 * The checkbox of a document with final files; with a label in a narrow window, which has no column for it.
 */
export function ArchiveTick({ row, narrow }: { row: ListedDocument; narrow?: boolean }) {
  const t = useTranslations('documents.archive')
  if (!filesOf(row).length) return null
  return (
    <label className="flex items-center gap-1.5">
      <input
        type="checkbox"
        form={FORM}
        name={`document-${row.id}`}
        value="yes"
        aria-label={t('tick', { name: row.name })}
        className="checkbox"
      />
      {narrow && t('word')}
    </label>
  )
}
