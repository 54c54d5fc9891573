import { SupportLevel } from '#modules/orders/index.ts'
import { isOverdue } from '#src/calendar/queue.ts'
import { languageTag } from '#src/core/i18n.ts'
import { BulkBar, useSelectColumn } from '#views/desk/bulk.tsx'
import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { SearchBox } from '#views/search-box.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Due } from '#views/values/due.tsx'
import { Moment } from '#views/values/moment.tsx'
import { customerOf, DESK_FILTERS, type DeskFilter, type DeskRow } from '../desk-consultation.ts'
import { numberOf } from '../step.ts'
import { ConsultationStateWord } from './state-word.tsx'

interface Props {
  rows: DeskRow[]
  next: string | null
  filter: DeskFilter
}

const HOME = '/desk/consultations'

/** The requests for tailor-made documents, and those that wait for staff. */
export function DeskConsultationsPage({ rows, next, filter }: Props) {
  const t = useTranslations('consultation.desk')
  const { state, keyword, before } = filter
  const isFiltered = keyword || state !== 'all'
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <Filters {...filter} />
      <div id="consultation-list">
        <div className="rounded-box border border-base-300 bg-base-100">
          {rows.length ? (
            <>
              <RequestTable rows={rows} />
              <BulkBar queue="consultations" />
            </>
          ) : (
            <Empty icon="document" title={t(keyword ? 'nothingFound' : 'none')}>
              {isFiltered && (
                <a className="link" href={`${HOME}?state=all`}>
                  {t('showAll')}
                </a>
              )}
            </Empty>
          )}
        </div>
        <PageLinks
          first={addressOf({ state, keyword })}
          previous={before ? addressOf({ state, keyword }) : null}
          next={next && addressOf({ state, keyword, before: next })}
        />
      </div>
    </>
  )
}

function addressOf({ keyword, ...others }: Record<string, string>) {
  return `${HOME}?${new URLSearchParams({ ...others, ...(keyword && { keyword }) })}`
}

function Filters({ state, keyword }: DeskFilter) {
  const t = useTranslations('consultation')
  const labelOf = (value: DeskFilter['state']) =>
    value === 'waiting' || value === 'overdue' || value === 'mine' || value === 'all'
      ? t(`desk.filter.${value}`)
      : t(`state.${value}`)
  return (
    <FilterForm action={HOME} list="consultation-list">
      <SearchBox label={t('desk.search')} value={keyword} className="w-full sm:w-80" />
      <label className="text-sm max-sm:w-full">
        <span className="block">{t('stateLabel')}</span>
        <select name="state" defaultValue={state} className="select w-full sm:w-44">
          {DESK_FILTERS.map((value) => (
            <option key={value} value={value}>
              {labelOf(value)}
            </option>
          ))}
        </select>
      </label>
    </FilterForm>
  )
}

const RequestDue = ({ row, showsName }: { row: DeskRow; showsName?: boolean }) => (
  <Due at={row.due_at} overdue={isOverdue(row)} showsLabel={showsName} />
)

function RequestTable({ rows }: { rows: DeskRow[] }) {
  const t = useTranslations('consultation')
  const tCalendar = useTranslations('calendar')
  const asker = (row: DeskRow) => customerOf(row) || '–'
  const columns: Column<DeskRow>[] = [
    useSelectColumn<DeskRow>((row) => row.subject),
    {
      key: 'subject',
      head: t('matter'),
      main: true,
      cell: (row) => (
        <>
          <a
            className="link-hover line-clamp-2 font-medium"
            href={`${HOME}/${row.id}`}
            lang={languageTag(row.locale)}
          >
            {row.subject}
          </a>
          <span className="block text-base-content/75 text-xs">
            {numberOf(row.id)} · {t(`kind.${row.kind}`)}
          </span>
          <SupportLevel queue="requests" {...row} />
          <NarrowLine>
            {row.due_at && <RequestDue row={row} showsName />}
            <span className="wrap-anywhere">{asker(row)}</span>
            <Moment at={row.created_at} />
            {row.ownerName && <span>{row.ownerName}</span>}
          </NarrowLine>
        </>
      ),
    },
    { key: 'asker', head: t('asker'), wide: true, cell: asker },
    { key: 'time', head: t('askedAt'), wide: true, cell: (row) => <Moment at={row.created_at} /> },
    { key: 'due', head: tCalendar('due'), wide: true, cell: (row) => <RequestDue row={row} /> },
    { key: 'wanted', head: t('wantedBy'), wide: true, short: true, cell: (row) => row.wanted_by ?? '–' },
    { key: 'owner', head: t('desk.owner'), wide: true, cell: (row) => row.ownerName ?? '–' },
    { key: 'state', head: t('stateLabel'), cell: (row) => <ConsultationStateWord state={row.state} /> },
  ]
  return <Table caption={t('desk.title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}
