import { isOwn, KEPT_DAYS, type SecurityEvent } from '#src/auth/security-event.ts'
import { useTranslations } from '#views/language.tsx'
import { Empty } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { deviceName } from '#views/values/device-name.ts'
import { Moment } from '#views/values/moment.tsx'
import type { EventPerson } from './event-people.ts'
import { detailKeys } from './event-words.ts'

export interface EventTableProps {
  rows: SecurityEvent[]
  people: Map<string, EventPerson>
  /** Who reads the table. Only staff see routes, and the origin of other people's actions. */
  reader: 'self' | 'team' | 'staff'
}

export function EventTable({ rows, people, reader }: EventTableProps) {
  const t = useTranslations('security.events')
  if (!rows.length)
    return (
      <Empty icon="log" title={t('none')}>
        {t('noneText', { days: KEPT_DAYS })}
      </Empty>
    )
  const person = (row: SecurityEvent) => (
    <PersonName person={people.get(row.accountId ?? '')} isLinked={reader === 'staff'} />
  )
  const columns: Column<SecurityEvent>[] = [
    {
      key: 'event',
      head: t('event'),
      main: true,
      cell: (row) => (
        <>
          <EventWords row={row} people={people} reader={reader} />
          <NarrowLine>
            <Moment at={row.at} />
            {reader !== 'self' && person(row)}
            <Origin row={row} reader={reader} />
          </NarrowLine>
        </>
      ),
    },
    ...(reader === 'self' ? [] : [{ key: 'person', head: t('person'), wide: true, cell: person }]),
    {
      key: 'origin',
      head: t('origin'),
      wide: true,
      cell: (row) => <Origin row={row} reader={reader} />,
    },
    { key: 'time', head: t('time'), wide: true, short: true, cell: (row) => <Moment at={row.at} /> },
  ]
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}

function EventWords({ row, people, reader }: { row: SecurityEvent } & Omit<EventTableProps, 'rows'>) {
  const t = useTranslations('security.events')
  const actor = people.get(row.actorId ?? '')
  const name = actor?.isStaff && reader !== 'staff' ? t('support') : actor?.name
  const details = detailKeys(row).map((key) => t(key))
  return (
    <>
      <span className="font-medium">{t(`kinds.${row.kind}`)}</span>
      {details.length > 0 && <span className="text-base-content/75"> · {details.join(' · ')}</span>}
      {name && <span className="text-base-content/75"> · {t('by', { name })}</span>}
      {reader === 'staff' && row.route && (
        <span className="block break-all font-mono text-base-content/75 text-xs">{row.route}</span>
      )}
    </>
  )
}

function PersonName({ person, isLinked }: { person: EventPerson | undefined; isLinked: boolean }) {
  const t = useTranslations('security.events')
  if (!person) return <span className="text-base-content/75">{t('unknown')}</span>
  if (!isLinked) return <span className="wrap-anywhere">{person.name}</span>
  return (
    <a className="link-hover wrap-anywhere" href={`/desk/accounts/${person.id}`}>
      {person.name}
    </a>
  )
}

/** Where the action came from; customers do not see this for other people. */
function Origin({ row, reader }: Pick<EventTableProps, 'reader'> & { row: SecurityEvent }) {
  const t = useTranslations('security.events')
  if (!row.address || (reader !== 'staff' && !isOwn(row))) return null
  return (
    <span className="wrap-anywhere">
      <span className="inline-block">{row.address}</span>{' '}
      <span className="inline-block">· {deviceName(row.device) || t('unknownDevice')}</span>
    </span>
  )
}

interface PagesProps {
  /** URL of the list with its filters, to which the cursor is appended. */
  path: string
  filters: Record<string, string>
  next: string | null
  before: string
}

/** Links to the newest and to older events. */
export function EventPages({ path, filters, next, before }: PagesProps) {
  const t = useTranslations('security.events')
  if (!next && !before) return null
  const addressOf = (cursor: Record<string, string>) => {
    const parameters = Object.entries({ ...filters, ...cursor }).filter(([, value]) => value)
    return `${path}?${new URLSearchParams(parameters)}`
  }
  return (
    <p className="flex justify-center gap-2 border-base-300 border-t p-3">
      {before && (
        <a className="btn btn-sm" href={addressOf({})}>
          {t('newest')}
        </a>
      )}
      {next && (
        <a className="btn btn-sm" href={addressOf({ before: next })}>
          {t('older')}
        </a>
      )}
    </p>
  )
}

interface MenuProps {
  name: string
  label: string
  value: string
  options: (readonly [string, string])[]
}

export function FilterMenu({ name, label, value, options }: MenuProps) {
  return (
    <label className="text-sm max-sm:w-full">
      <span className="block">{label}</span>
      <select name={name} defaultValue={value} className="select w-full sm:w-40">
        {options.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
