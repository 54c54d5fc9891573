import { ageOf } from '#src/calendar/age.ts'
import { isOverdue } from '#src/calendar/queue.ts'
import { type Locale, languageTag } from '#src/core/i18n.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Due } from '#views/values/due.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { AnnouncementFilter, ListedAnnouncement } from '../announcement.ts'
import { KINDS, STATES } from '../schema.ts'
import { AnnouncementState } from './announcement-state.tsx'

interface Props {
  rows: ListedAnnouncement[]
  /** The cursor of the page with older announcements. */
  next: string | null
  filter: AnnouncementFilter
  locale: Locale
}

const HOME = '/desk/announcements'

/** All announcements, newest first; or only the drafts that have not been scheduled. */
export function DeskAnnouncementsPage({ rows, next, filter, locale }: Props) {
  const t = useTranslations('announcements.desk')
  const { state, kind } = filter
  const isFiltered = state !== 'all' || kind !== 'all'
  const isQueue = state === 'draft'
  const emptyKey = isQueue && kind === 'all' ? 'noDrafts' : 'nothingFound'
  return (
    <>
      <PageHead title={t('title')} lead={t(isQueue ? 'draftsLead' : 'lead')}>
        <a href={`${HOME}/new`} className="btn btn-primary">
          <Icon name="plus" className="size-4" />
          {t('add')}
        </a>
      </PageHead>
      <Filters {...filter} />
      <div id="announcement-list" className="rounded-box border border-base-300 bg-base-100">
        {rows.length ? (
          <Announcements rows={rows} locale={locale} isQueue={isQueue} />
        ) : (
          <Empty icon="globe" title={t(isFiltered ? emptyKey : 'empty')}>
            {isFiltered ? (
              <a className="link" href={HOME}>
                {t('showAll')}
              </a>
            ) : (
              t('emptyTeach')
            )}
          </Empty>
        )}
        {(next || filter.before) && (
          <p className="flex justify-center gap-2 border-base-300 border-t p-3">
            {filter.before && (
              <a className="btn btn-sm" href={addressOf({ state, kind })}>
                {t(isQueue ? 'oldest' : 'newest')}
              </a>
            )}
            {next && (
              <a className="btn btn-sm" href={addressOf({ state, kind, before: next })}>
                {t(isQueue ? 'newer' : 'older')}
              </a>
            )}
          </p>
        )}
      </div>
    </>
  )
}

const addressOf = (parameters: Record<string, string>) => `${HOME}?${new URLSearchParams(parameters)}`

function Filters({ state, kind }: AnnouncementFilter) {
  const t = useTranslations('announcements')
  return (
    <FilterForm action={HOME} list="announcement-list">
      <label className="text-sm max-sm:w-full">
        <span className="block">{t('desk.kind')}</span>
        <select name="kind" defaultValue={kind} className="select w-full sm:w-52">
          {(['all', ...KINDS] as const).map((value) => (
            <option key={value} value={value}>
              {t(`kind.${value}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="text-sm max-sm:w-full">
        <span className="block">{t('desk.state')}</span>
        <select name="state" defaultValue={state} className="select w-full sm:w-44">
          {(['all', ...STATES] as const).map((value) => (
            <option key={value} value={value}>
              {t(`state.${value}`)}
            </option>
          ))}
        </select>
      </label>
    </FilterForm>
  )
}

function Announcements({ rows, locale, isQueue }: Pick<Props, 'rows' | 'locale'> & { isQueue: boolean }) {
  const t = useTranslations('announcements')
  const writtenAgo = (row: ListedAnnouncement) => ageOf(row.created_at, locale)
  const audience: Column<ListedAnnouncement> = {
    key: 'audience',
    head: t('desk.audience'),
    wide: true,
    cell: (row) => t(`audience.${row.audience}`),
  }
  const columns: Column<ListedAnnouncement>[] = [
    { key: 'title', head: t('desk.announcement'), main: true, cell: (row) => titleCell(row) },
    ...(isQueue
      ? [
          audience,
          { key: 'author', head: t('desk.author'), wide: true, cell: authorOf },
          { key: 'waits', head: t('desk.waits'), wide: true, cell: writtenAgo },
          { key: 'due', head: t('desk.due'), cell: dueOf },
        ]
      : [
          audience,
          { key: 'starts', head: t('desk.starts'), wide: true, cell: startsOf },
          { key: 'ends', head: t('desk.ends'), wide: true, cell: endsOf },
          { key: 'state', head: t('desk.state'), cell: stateOf },
        ]),
  ]
  const titleCell = (row: ListedAnnouncement) => (
    <>
      <a className="link-hover font-medium" href={`${HOME}/${row.id}`} lang={languageTag(locale)}>
        {row.texts[locale].title}
      </a>
      <span className="block text-base-content/75 text-xs">{t(`kind.${row.kind}`)}</span>
      <NarrowLine>
        <span>{t(`audience.${row.audience}`)}</span>
        {isQueue ? (
          <span>
            {authorOf(row)} · {writtenAgo(row)}
          </span>
        ) : (
          startsOf(row)
        )}
      </NarrowLine>
    </>
  )
  return <Table caption={t('desk.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}

const authorOf = ({ authorName }: ListedAnnouncement) => authorName ?? '–'
const dueOf = (row: ListedAnnouncement) => <Due at={row.due_at} overdue={isOverdue(row)} />
const startsOf = ({ starts_at }: ListedAnnouncement) => (starts_at ? <Moment at={starts_at} /> : '–')
const endsOf = ({ ends_at }: ListedAnnouncement) => <Moment at={ends_at} />
const stateOf = (row: ListedAnnouncement) => <AnnouncementState {...row} />
