import { useTranslations } from '#views/language.tsx'
import type { UsageLine } from '../usage-summary.ts'

interface Props {
  lines: UsageLine[]
  /** Whether people are shown by name. */
  showsNames?: boolean
}

/** A table by category: used, unused, total, uses of each person, and the period. */
export function UsageBlock({ lines, showsNames }: Props) {
  const t = useTranslations('orders')
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {lines.map((line) => (
        <li key={line.kind} className="rounded-box border border-base-300 p-3">
          <h3 className="font-medium">{t(`kind.${line.kind}`)}</h3>
          <p className="mt-1 font-serif text-2xl tabular-nums">
            {line.unused}
            <span className="ml-1.5 font-sans text-base-content/75 text-sm">{t('left')}</span>
          </p>
          <progress
            className="progress my-1"
            max={line.total || 1}
            value={line.used}
            aria-label={t('usedOf', { used: line.used, total: line.total })}
          />
          <p className="text-base-content/75 text-sm">
            {t('usedOf', { used: line.used, total: line.total })}
          </p>
          <UsagePeriod period={line.period} />
          {showsNames && <UserUses users={line.users} />}
        </li>
      ))}
    </ul>
  )
}

function UsagePeriod({ period }: { period: UsageLine['period'] }) {
  const t = useTranslations('orders')
  if (!period) return <p className="text-base-content/75 text-xs">{t('noPeriod')}</p>
  return (
    <p className="text-base-content/75 text-xs tabular-nums">
      {t('period', { from: day(period.from), to: day(period.to) })}
    </p>
  )
}

const FORMAT = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' })
export const day = (time: Date) => FORMAT.format(time)

function UserUses({ users }: { users: UsageLine['users'] }) {
  const t = useTranslations('orders')
  if (!users.length) return null
  return (
    <ul className="mt-2 border-base-300 border-t pt-2 text-sm">
      {users.map(({ accountId, name, used }) => (
        <li key={accountId} className="flex justify-between gap-3">
          <span className="wrap-anywhere">{name ?? t('formerMember')}</span>
          <span className="tabular-nums">{used}</span>
        </li>
      ))}
    </ul>
  )
}
