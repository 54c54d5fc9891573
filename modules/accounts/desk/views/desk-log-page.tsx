import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { SearchBox } from '#views/search-box.tsx'
import type { LogFilter, LoggedAction } from '../desk-log.ts'
import { DESK_ACTIONS } from '../desk-log-schema.ts'
import { ActionList } from './action-list.tsx'

interface Props {
  rows: LoggedAction[]
  /** The cursor of the page with older entries. */
  next: string | null
  filter: LogFilter
}

const HOME = '/desk/log'

/** The address of the log, or of its file, with the filter. */
function logPath(filter: LogFilter, changes: Partial<LogFilter> = {}, file = '') {
  const setValues = Object.entries({ ...filter, before: '', ...changes }).filter(([, value]) => value)
  return `${HOME}${file}${setValues.length ? `?${new URLSearchParams(setValues)}` : ''}`
}

/** All actions of staff, newest first. */
export function DeskLogPage({ rows, next, filter }: Props) {
  const t = useTranslations('desk')
  return (
    <>
      <PageHead title={t('log')} lead={t('logLead')}>
        <a className="btn btn-ghost" href={logPath(filter, {}, '.csv')}>
          {t('logExport')}
        </a>
      </PageHead>
      <Filters {...filter} />
      <div id="log-list">
        <div className="rounded-box border border-base-300 bg-base-100 px-4 py-2">
          {rows.length ? (
            <ActionList rows={rows} showsAccount />
          ) : (
            <Empty icon="log" title={t('noActions')} />
          )}
        </div>
        {(next || filter.before) && (
          <p className="mt-3 flex gap-2">
            {filter.before && (
              <a className="btn btn-sm" href={logPath(filter)}>
                {t('newest')}
              </a>
            )}
            {next && (
              <a className="btn btn-sm" href={logPath(filter, { before: next })}>
                {t('older')}
              </a>
            )}
          </p>
        )}
      </div>
    </>
  )
}

function Filters(filter: LogFilter) {
  const t = useTranslations('desk')
  const tEvents = useTranslations('security.events')
  return (
    <FilterForm action={HOME} list="log-list">
      <SearchBox label={t('logSearch')} value={filter.keyword} className="w-full sm:w-72" />
      <label className="text-sm max-sm:w-full">
        <span className="block">{t('logColumns.what')}</span>
        <select name="action" defaultValue={filter.action} className="select w-full sm:w-56">
          <option value="">{t('any')}</option>
          {DESK_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {t(`action.${action}`)}
            </option>
          ))}
        </select>
      </label>
      {(['since', 'until'] as const).map((end) => (
        <label key={end} className="text-sm max-sm:w-[calc(50%-0.375rem)]">
          <span className="block">{tEvents(end)}</span>
          <input name={end} type="date" defaultValue={filter[end]} className="input w-full sm:w-40" />
        </label>
      ))}
    </FilterForm>
  )
}
