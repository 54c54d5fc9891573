import { useTranslations } from '#views/language.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { DragHandle } from '#views/list/reorder.tsx'
import { Empty, Tag } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import type { MissingColleagues } from '../colleagues.ts'
import { type ContactFilter, contactsPath, countLimit, isFiltered, type ListedContact } from '../list.ts'
import { Colleagues } from './colleagues.tsx'
import { ContactActions } from './contact-actions.tsx'
import { Mailbox, Mobile } from './reach.tsx'

export interface ListProps {
  rows: ListedContact[]
  previous: string | null
  next: string | null
  total: number
  /** The number of colleagues who are not contacts yet. */
  missingColleagues: MissingColleagues | null
  filter: ContactFilter
}

/** The total number, the rows, and links to other pages; a filter replaces this part. */
export function ContactList({ rows, previous, next, filter, total, missingColleagues }: ListProps) {
  const t = useTranslations('contacts')
  const columns = useColumns(filter)
  const max = countLimit(filter)
  if (!rows.length) return <NoContacts filter={filter} missingColleagues={missingColleagues} />
  return (
    <div id="contact-list">
      <p role="status" className="mb-2 text-base-content/75 text-sm">
        {total > max ? t('totalMore', { count: max }) : t('total', { count: total })}
      </p>
      <div className="rounded-box border border-base-300 bg-base-100" data-reorder>
        <Table caption={t(`type.${filter.type}`)} columns={columns} rows={rows} rowKey={(row) => row.id} />
      </div>
      <PageLinks
        first={contactsPath(filter)}
        previous={previous && contactsPath(filter, { before: previous })}
        next={next && contactsPath(filter, { after: next })}
      />
    </div>
  )
}

function useColumns(filter: ContactFilter): Column<ListedContact>[] {
  const t = useTranslations('contacts')
  const mayEdit = useMay('document.create')
  const isInOrder = mayEdit && !isFiltered(filter)
  const columns: (Column<ListedContact> | false)[] = [
    {
      key: 'name',
      head: t('field.name'),
      cell: (row) => <NameCell row={row} draggable={isInOrder} />,
      main: true,
    },
    {
      key: 'organisation',
      head: t(`field.organisation.${filter.type}`),
      cell: (row) => row.organisation,
      wide: true,
    },
    { key: 'mobile', head: t('field.mobile'), cell: (row) => <Mobile number={row.mobile} />, wide: true },
    { key: 'email', head: t('field.email'), cell: (row) => <Mailbox address={row.email} />, wide: true },
    mayEdit && {
      key: 'actions',
      head: t('column.actions'),
      cell: (row) => <ContactActions contact={row} filter={filter} isInOrder={isInOrder} />,
      end: true,
    },
  ]
  return columns.filter((column) => column !== false)
}

function NameCell({ row, draggable }: { row: ListedContact; draggable: boolean }) {
  const { id, name, organisation, mobile, email, group_name } = row
  return (
    <div className="flex items-start gap-2">
      {draggable && <DragHandle id={id} />}
      <div>
        <a href={`/mgmt/${id}/communicat-doc`} className="link-hover wrap-anywhere font-medium">
          {name}
        </a>{' '}
        {group_name && <Tag>{group_name}</Tag>}
        <NarrowLine>
          {organisation && <span>{organisation}</span>}
          <Mobile number={mobile} />
          <Mailbox address={email} />
        </NarrowLine>
      </div>
    </div>
  )
}

function NoContacts({ filter, missingColleagues }: Pick<ListProps, 'filter' | 'missingColleagues'>) {
  const t = useTranslations('contacts')
  const isSearched = isFiltered(filter) || filter.after || filter.before
  return (
    <div id="contact-list" className="rounded-box border border-base-300 bg-base-100">
      {isSearched ? (
        <Empty icon="search" title={t('empty.searched')}>
          <a className="btn btn-outline" href={`/mgmt/contacts?type=${filter.type}`}>
            {t('empty.all')}
          </a>
        </Empty>
      ) : (
        <Empty icon="contact" title={t(`empty.${filter.type}`)}>
          <p>{t(`empty.teach.${filter.type}`)}</p>
          <div className="mt-4 flex justify-center">
            <Colleagues missingColleagues={missingColleagues} />
          </div>
        </Empty>
      )}
    </div>
  )
}
