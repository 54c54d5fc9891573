import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { SearchBox } from '#views/search-box.tsx'
import { type ContactFilter, contactsPath, type DoneAction, isFiltered } from '../list.ts'
import { CONTACT_TYPES, type ImportResult } from '../schema.ts'
import { Colleagues } from './colleagues.tsx'
import { ContactList, type ListProps } from './contact-list.tsx'

interface Props extends ListProps {
  groups: string[]
  done: { doing: DoneAction; id: string; name: string } | null
  imported: ImportResult | null
  /** The number of colleagues who were just imported. */
  colleagues: number | null
}

export function ContactsPage(props: Props) {
  const t = useTranslations('contacts')
  const mayEdit = useMay('document.create')
  const { filter, total, done, imported, colleagues } = props
  return (
    <>
      <PageHead title={t('title')}>
        {mayEdit && (
          <>
            <a href={`/mgmt/contacts/import?type=${filter.type}`} className="btn btn-outline">
              {t('import.open')}
            </a>
            <ActionLink href={`/mgmt/contacts/new?type=${filter.type}`} className="btn btn-primary">
              <Icon name="plus" className="size-4" />
              {t('add.open')}
            </ActionLink>
          </>
        )}
      </PageHead>
      {done && <DoneLine done={done} />}
      {imported && <DoneText>{t('import.done', { ...imported })}</DoneText>}
      {colleagues !== null && (
        <DoneText>{colleagues ? t('colleagues.done', { count: colleagues }) : t('colleagues.none')}</DoneText>
      )}
      <div role="tablist" aria-label={t('title')} className="tabs tabs-border mb-4">
        {CONTACT_TYPES.map((type) => (
          <a
            key={type}
            role="tab"
            href={`/mgmt/contacts?type=${type}`}
            aria-selected={type === filter.type}
            className={`tab ${type === filter.type ? 'tab-active' : 'text-base-content/80!'}`}
          >
            {t(`type.${type}`)}
          </a>
        ))}
      </div>
      {(total > 0 || isFiltered(filter)) && <Filters {...props} />}
      {total > 0 && <Colleagues missingColleagues={props.missingColleagues} />}
      <ContactList {...props} />
      {total > 0 && (
        <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          <a className="link link-primary" href={exportPath(filter)}>
            {t('export')}
          </a>
          {mayEdit && (
            <a className="link link-primary" href="/mgmt/contacts/duplicates">
              {t('merge.open')}
            </a>
          )}
        </p>
      )}
      <ActionPlace />
    </>
  )
}

const exportPath = (filter: ContactFilter) => contactsPath(filter).replace('?', '/contacts.csv?')

function Filters({ filter, groups }: Props) {
  const t = useTranslations('contacts')
  return (
    <FilterForm action="/mgmt/contacts" list="contact-list">
      <input type="hidden" name="type" value={filter.type} />
      <SearchBox label={t(`search.${filter.type}`)} value={filter.keyword} className="w-full sm:w-96" />
      {(groups.length > 0 || filter.group) && (
        <label className="text-sm max-sm:w-full">
          <span className="block">{t('field.group')}</span>
          <select name="group" defaultValue={filter.group} className="select w-full sm:w-40">
            <option value="">{t('everyGroup')}</option>
            {[...new Set([...groups, filter.group])].filter(Boolean).map((group) => (
              <option key={group} value={group}>
                {group}
              </option>
            ))}
          </select>
        </label>
      )}
    </FilterForm>
  )
}

/** A notice of the completed action, with a button to undo a deletion. */
function DoneLine({ done: { doing, id, name } }: { done: NonNullable<Props['done']> }) {
  const t = useTranslations('contacts')
  return (
    <DoneText>
      {t(`done.${doing}`, { name })}
      {doing === 'deleted' && (
        <form method="post" action={`/mgmt/contacts/${id}/restoration`}>
          <button type="submit" className="btn btn-sm btn-outline">
            {t('deletion.undo')}
          </button>
        </form>
      )}
    </DoneText>
  )
}

function DoneText({ children }: { children: React.ReactNode }) {
  return (
    <div
      role="status"
      className="alert alert-success alert-soft wrap-anywhere mb-4 flex flex-wrap items-center gap-x-4 gap-y-1"
    >
      <Icon name="check" className="size-5" />
      {children}
    </div>
  )
}
