import { type Currency, readDecimal } from '#src/core/money.ts'
import type { StaffRole } from '#src/core/viewer.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Moment } from '#views/values/moment.tsx'
import { useMoney } from '#views/values/money.tsx'
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
                  <Subject row={row} />
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

/** The account, or else what the action concerns, with its page. */
function Subject({ row: { accountId, accountName, subject, path } }: { row: LoggedAction }) {
  const page = accountId ? `/desk/accounts/${accountId}` : path
  const words = accountName ?? subject
  if (!page) return <span className="wrap-anywhere">{words}</span>
  return (
    <a className="link wrap-anywhere" href={page}>
      {words}
    </a>
  )
}

/** Locale keys of codes; names and days are shown unchanged. */
const WORDS: Partial<Record<Change['what'], string>> = {
  state: 'states',
  role: 'role',
  plan: 'package',
  period: 'months',
  days: 'serviceDays',
}

/** Facts of a thing that is new: nothing was there before. */
const NEW_THINGS = new Set<Change['what']>([
  'order',
  'amount',
  'uses',
  'takenBack',
  'payee',
  'coupon',
  'couponUses',
  'couponUntil',
])

const COUNTED = /(single_[12]|single_esign|document_[12]|esign) × (\d+)/g

export function ChangeLine({ change: { what, before, after } }: { change: Change }) {
  const t = useTranslations('desk')
  const roleNames = useRoleNames()
  const identities = useTranslations('accounts.identities')
  const orders = useTranslations('orders')
  const money = useMoney()
  const wordsFor = (value: string) => {
    if (!value) return t('change.none')
    if (what === 'amount') {
      const [currency, text = ''] = value.split(' ')
      const amount = readDecimal(text)
      return amount === null ? value : money(amount, currency as Currency)
    }
    if (what === 'uses' || what === 'takenBack')
      return value.replace(COUNTED, (_, code: string, count: string) => {
        const key = code.startsWith('single_')
          ? dynamicKey<'orders'>(`package.${code}`)
          : dynamicKey<'orders'>(`kind.${code}`)
        return `${orders(key)} × ${count}`
      })
    if (what === 'staffRoles') return roleNames(value.split(' ') as StaffRole[])
    if (what === 'package') return orders(dynamicKey<'orders'>(`package.${value}`))
    if (what === 'paidBy') return orders(dynamicKey<'orders'>(`paidBy.${value}`))
    if (what === 'identity') return identities(dynamicKey<'accounts.identities'>(value))
    return WORDS[what] ? t(dynamicKey<'desk'>(`${WORDS[what]}.${value}`)) : value
  }
  const isNew = !before && NEW_THINGS.has(what)
  const values = before === after || isNew ? wordsFor(after) : `${wordsFor(before)} → ${wordsFor(after)}`
  return <p className="wrap-anywhere text-sm">{`${t(`change.${what}`)}${t('change.colon')}${values}`}</p>
}
