import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import type { LoggedAction } from '../desk-log.ts'
import { ActionList } from './action-list.tsx'

interface Props {
  rows: LoggedAction[]
  /** Cursor of the older entries. */
  next: string | null
  /** Whether there are newer entries. */
  later: boolean
}

/** All actions of staff on accounts, newest first. */
export function DeskLogPage({ rows, next, later }: Props) {
  const t = useTranslations('desk')
  return (
    <>
      <PageHead title={t('log')} lead={t('logLead')} />
      <div className="rounded-box border border-base-300 bg-base-100 px-4 py-2">
        {rows.length ? <ActionList rows={rows} naming /> : <Empty icon="log" title={t('noActions')} />}
      </div>
      {(next || later) && (
        <p className="mt-3 flex gap-2">
          {later && (
            <a className="btn btn-sm" href="/desk/log">
              {t('newest')}
            </a>
          )}
          {next && (
            <a className="btn btn-sm" href={`/desk/log?before=${next}`}>
              {t('older')}
            </a>
          )}
        </p>
      )}
    </>
  )
}
