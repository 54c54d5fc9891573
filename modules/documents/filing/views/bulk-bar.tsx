import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import { ARCHIVED, type DocumentFilter, listPath } from '../../list/filter.ts'
import type { ListedDocument } from '../../list/list.ts'
import { filterText } from '../selection.ts'

const FORM_ID = 'bulk-form'

/** On a phone the bar and the checkboxes are hidden until the person starts to choose several documents. */
const CHOOSING_ID = 'choosing-several'
const HIDDEN_UNLESS_CHOOSING = 'max-sm:hidden max-sm:in-[#document-list:has(#choosing-several:checked)]:flex'

/** Shows or hides the checkboxes on a phone; browsers without `:has` are not offered it. */
export function ChoosingSwitch() {
  const t = useTranslations('documents.bulk')
  return (
    <label className="btn btn-sm btn-ghost hidden max-sm:supports-[selector(:has(a))]:flex">
      <input type="checkbox" id={CHOOSING_ID} className="checkbox checkbox-sm" />
      {t('choose')}
    </label>
  )
}

/** The actions above the list, for the ticked documents, for all on the page, or for all that match. */
export function BulkBar({ rows, filter }: { rows: ListedDocument[]; filter: DocumentFilter }) {
  const t = useTranslations('documents.bulk')
  const mayFile = useMay('document.create')
  const isArchive = filter.folder === ARCHIVED
  return (
    <form
      id={FORM_ID}
      method="post"
      action="/mgmt/archives"
      className={`flex flex-wrap items-center gap-2 ${HIDDEN_UNLESS_CHOOSING}`}
    >
      <input type="hidden" name="filter" value={filterText(filter)} />
      <input type="hidden" name="page" value={rows.map(({ id }) => id).join()} />
      <select name="which" aria-label={t('which')} className="select select-sm w-auto">
        <option value="ticked">{t('ticked')}</option>
        <option value="page">{t('page', { count: rows.length })}</option>
        <option value="all">{t('all')}</option>
      </select>
      <button type="submit" className="btn btn-sm btn-outline">
        <Icon name="download" className="size-4" />
        {t('zip')}
      </button>
      {mayFile && (
        <>
          <button
            type="submit"
            formAction="/mgmt/filing/chosen"
            formMethod="get"
            className="btn btn-sm btn-outline"
          >
            {t('file')}
          </button>
          <button
            type="submit"
            formAction={`/mgmt/filing/${isArchive ? 'unarchive' : 'archive'}`}
            className="btn btn-sm btn-outline"
          >
            {t(isArchive ? 'unarchive' : 'archive')}
          </button>
        </>
      )}
      <a href={csvPath(filter)} className="btn btn-sm btn-ghost">
        {t('csv')}
      </a>
      <a href="/mgmt/archives" className="btn btn-sm btn-ghost">
        {t('zips')}
      </a>
    </form>
  )
}

const csvPath = (filter: DocumentFilter) =>
  listPath(filter).replace('/mgmt/my-docs', '/mgmt/my-docs/documents.csv')

/** The checkbox of a document. */
export function DocumentCheckbox({ row }: { row: ListedDocument }) {
  const t = useTranslations('documents.bulk')
  return (
    <span className={`flex pt-0.5 ${HIDDEN_UNLESS_CHOOSING}`}>
      <input
        type="checkbox"
        form={FORM_ID}
        name={`document-${row.id}`}
        value="yes"
        aria-label={t('tick', { name: row.name })}
        className="checkbox checkbox-sm"
      />
    </span>
  )
}
