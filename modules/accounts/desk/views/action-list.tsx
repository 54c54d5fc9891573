import type { StaffRole } from '#src/core/viewer.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { Change, LoggedAction } from '../desk-log.ts'
import { useRoleNames } from '../staff/views/role-names.ts'

interface Props {
  rows: LoggedAction[]
  /** Names the account, for the log of all accounts. */
  naming?: boolean
}

/** Actions of staff: who, what, why, old and new value, and when. */
export function ActionList({ rows, naming }: Props) {
  const t = useTranslations('desk')
  return (
    <ul className="divide-y divide-base-300">
      {rows.map((row) => (
        <li key={row.id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>
              <span className="font-medium">{t(`action.${row.action}`)}</span>
              {naming && (
                <>
                  {' · '}
                  <a className="link wrap-anywhere" href={`/desk/accounts/${row.accountId}`}>
                    {row.accountName}
                  </a>
                </>
              )}
            </span>
            <span className="text-base-content/75 text-sm">
              {row.staffName} · <Moment at={row.at} />
            </span>
          </p>
          {row.changes.map((change) => (
            <ChangeLine key={change.what} change={change} />
          ))}
          <p className="wrap-anywhere text-sm">{row.reason}</p>
        </li>
      ))}
    </ul>
  )
}

/** Locale keys of codes; names and days are shown unchanged. */
const WORDS: Partial<Record<Change['what'], string>> = {
  state: 'states',
  role: 'role',
  plan: 'package',
  period: 'months',
}

function ChangeLine({ change: { what, before, after } }: { change: Change }) {
  const t = useTranslations('desk')
  const roleNames = useRoleNames()
  const identities = useTranslations('accounts.identities')
  const wordsFor = (value: string) => {
    if (!value) return t('change.none')
    if (what === 'staffRoles') return roleNames(value.split(' ') as StaffRole[])
    if (what === 'identity') return identities(dynamicKey<'accounts.identities'>(value))
    return WORDS[what] ? t(dynamicKey<'desk'>(`${WORDS[what]}.${value}`)) : value
  }
  return (
    <p className="wrap-anywhere text-sm">
      {`${t(`change.${what}`)}${t('change.colon')}${wordsFor(before)} → ${wordsFor(after)}`}
    </p>
  )
}
