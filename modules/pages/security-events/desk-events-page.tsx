import { KEPT_DAYS } from '#src/auth/security-event.ts'
import { SECURITY_EVENTS } from '#src/db/platform-schema.ts'
import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { SearchBox } from '#views/search-box.tsx'
import { EventPages, EventTable, type EventTableProps, FilterMenu } from './event-table.tsx'

export const DESK_EVENTS = '/desk/security-events'

/** The search values, as typed. */
export interface DeskEventFilter {
  keyword: string
  address: string
  kind: string
  since: string
  until: string
}

interface Props extends Omit<EventTableProps, 'reader'> {
  filter: DeskEventFilter
  /** Whether no account has the typed name. */
  isUnknownName: boolean
  next: string | null
  before: string
}

/** The security events of all accounts, for staff. */
export function DeskEventsPage({ filter, isUnknownName, next, before, ...list }: Props) {
  const t = useTranslations('security.events')
  return (
    <>
      <PageHead title={t('title')} lead={t('deskLead', { days: KEPT_DAYS })} />
      <Filters {...filter} />
      <div id="event-list" className="rounded-box border border-base-300 bg-base-100">
        {isUnknownName ? (
          <Empty icon="search" title={t('nobody')}>
            {t('nobodyText')}{' '}
            <a className="link" href={DESK_EVENTS}>
              {t('showAll')}
            </a>
          </Empty>
        ) : (
          <EventTable {...list} reader="staff" />
        )}
        <EventPages path={DESK_EVENTS} filters={{ ...filter }} next={next} before={before} />
      </div>
    </>
  )
}

function Filters(filter: DeskEventFilter) {
  const t = useTranslations('security.events')
  return (
    <FilterForm action={DESK_EVENTS} list="event-list">
      <SearchBox label={t('search')} value={filter.keyword} className="w-full sm:w-72" />
      <label className="text-sm max-sm:w-full">
        <span className="block">{t('address')}</span>
        <input
          name="address"
          defaultValue={filter.address}
          maxLength={45}
          autoComplete="off"
          className="input w-full sm:w-40"
        />
      </label>
      <FilterMenu
        name="kind"
        label={t('kind')}
        value={filter.kind}
        options={[['', t('any')], ...SECURITY_EVENTS.map((one) => [one, t(`kinds.${one}`)] as const)]}
      />
      {(['since', 'until'] as const).map((end) => (
        <label key={end} className="text-sm max-sm:w-[calc(50%-0.375rem)]">
          <span className="block">{t(end)}</span>
          <input name={end} type="date" defaultValue={filter[end]} className="input w-full sm:w-40" />
        </label>
      ))}
    </FilterForm>
  )
}
