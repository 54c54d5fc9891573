import { useFormatter, useLocale, useTranslations } from '#views/language.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { Change, LoggedAction } from '../desk-log.ts'
import { changeWords } from './change-words.ts'

interface Props {
  rows: LoggedAction[]
  /** Whether to name the account, for the log of all accounts. */
  showsAccount?: boolean
}

/** Actions of staff: who did what, why and when, with old and new values. */
export function ActionList({ rows, showsAccount }: Props) {
  const t = useTranslations('desk')
  return (
    <ul className="divide-y divide-base-300">
      {rows.map((row) => (
        <li key={row.id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>
              <span className="font-medium">{t(`action.${row.action}`)}</span>
              {showsAccount && (
                <>
                  {' · '}
                  <ActionSubject row={row} />
                </>
              )}
            </span>
            <span className="text-base-content/75 text-sm">
              {row.staffName}
              {row.approverName && `, ${t('approvedBy', { name: row.approverName })}`} ·{' '}
              <Moment at={row.at} />
            </span>
          </p>
          {row.changes.map((change) => (
            <ChangeLine key={change.what} change={change} />
          ))}
          {row.accountName && row.subject && <p className="wrap-anywhere text-sm">{row.subject}</p>}
          <p className="wrap-anywhere text-sm">{row.reason}</p>
        </li>
      ))}
    </ul>
  )
}

/** The account of an action, or its subject, with a link to its page. */
function ActionSubject({ row: { accountId, accountName, subject, path } }: { row: LoggedAction }) {
  const page = accountId ? `/desk/accounts/${accountId}` : path
  const words = accountName ?? subject
  // The name of a law is recorded in Chinese for every reader.
  const lang = words?.startsWith('《') ? 'zh-Hans' : undefined
  if (!page)
    return (
      <span className="wrap-anywhere" lang={lang}>
        {words}
      </span>
    )
  return (
    <a className="link wrap-anywhere" href={page} lang={lang}>
      {words}
    </a>
  )
}

export function ChangeLine({ change }: { change: Change }) {
  const language = { t: useTranslations(), tag: useLocale(), format: useFormatter() }
  return <p className="wrap-anywhere text-sm">{changeWords(change, language)}</p>
}
