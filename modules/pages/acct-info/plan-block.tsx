import type { Profile } from '#modules/accounts/index.ts'
import { type findPlanStatus, goodsOf } from '#modules/orders/index.ts'
import { REPLY } from '#src/calendar/reply.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { Day } from '#views/values/moment.tsx'

export type PlanStatus = Awaited<ReturnType<typeof findPlanStatus>>

interface Props {
  viewer: Viewer
  profile: Profile
  plan: PlanStatus
}

/** The plan, its end date, the plan after it and the accounts; members also see who administers the team. */
export function PlanBlock({ viewer, profile, plan }: Props) {
  const t = useTranslations('acctInfo')
  const followingPlans = <Following plan={plan} />
  if (viewer.role === 'agent') return null
  const { package_ends_at: endsAt, people, seats, leaderName, leaderEmail } = profile
  const hasNextPlan = plan.pending || plan.following.length > 0
  const facts = [
    { label: t('plan'), value: t(`package.${viewer.package}`) },
    { label: t('planEnds'), value: endsAt && viewer.package !== 'free' ? <Day at={endsAt} /> : t('noEnd') },
    ...(viewer.role === 'admin' && (plan.renewal || plan.automatic)
      ? [{ label: t('automaticRenewal'), value: <Automatic isOn={plan.automatic} /> }]
      : []),
    ...(hasNextPlan ? [{ label: t('pendingPackage'), value: followingPlans }] : []),
    { label: t('accountsUsed'), value: t('accountsOf', { people, seats }) },
    { label: t('support.label'), value: <SupportLines plan={plan} /> },
  ]
  const administrator = (
    <>
      {leaderName}
      {leaderEmail && (
        <a className="link block" href={`mailto:${leaderEmail}`}>
          {leaderEmail}
        </a>
      )}
    </>
  )
  if (viewer.role === 'member') facts.push({ label: t('administrator'), value: administrator })
  return (
    <Panel
      title={t('planTitle')}
      action={
        <a className="link link-primary text-sm" href="/mgmt/order-record">
          {t('orderHistory')}
        </a>
      }
    >
      <Facts facts={facts} />
      {viewer.role === 'admin' && <PlanActions plan={plan} />}
    </Panel>
  )
}

function Automatic({ isOn }: { isOn: boolean }) {
  const t = useTranslations('acctInfo')
  return (
    <>
      {t(isOn ? 'automaticOn' : 'automaticOff')}{' '}
      <a className="link link-primary" href="/mgmt/acct-info/renewal">
        {t(isOn ? 'automaticSee' : 'automaticSwitch')}
      </a>
    </>
  )
}

/** The support that the plan includes. */
function SupportLines({ plan: { support } }: { plan: PlanStatus }) {
  const t = useTranslations('acctInfo.support')
  return (
    <>
      <span className="block">{t('all', { reply: REPLY.general })}</span>
      {support?.chatSupport && <span className="block">{t('chat')}</span>}
      {support && support.technicalSupport !== 'email' && <span className="block">{t('requests')}</span>}
      {support?.technicalSupport === 'personal' && <span className="block">{t('personal')}</span>}
    </>
  )
}

/** The unpaid order, and paid plans that start later. */
function Following({ plan: { pending, following } }: { plan: PlanStatus }) {
  const t = useTranslations()
  const goodsText = (one: Omit<Parameters<typeof goodsOf>[1], 'quantity'>) =>
    goodsOf(t, { quantity: 1, ...one })
  return (
    <>
      {pending && (
        <span className="block">
          {goodsText(pending)} ·{' '}
          <a className="link" href={`/mgmt/orders/${pending.id}`}>
            {pending.number}
          </a>{' '}
          · {t('orders.state.pending')}
        </span>
      )}
      {following.map((one) => (
        <span key={one.from.toISOString()} className="block">
          {goodsText(one)} · {t('orders.period', { from: shanghaiDay(one.from), to: shanghaiDay(one.to) })}
        </span>
      ))}
    </>
  )
}

/** Buttons to buy, renew or upgrade; an unpaid order must be paid first. */
function PlanActions({ plan: { pending, renewal, higher } }: { plan: PlanStatus }) {
  const t = useTranslations('acctInfo')
  const tOrders = useTranslations('orders')
  const orderPath = (code: string, period: string) => `/mgmt/confirm-order?package=${code}&period=${period}`
  if (pending)
    return (
      <a className="btn btn-primary btn-sm mt-3" href={`/mgmt/orders/${pending.id}/payment`}>
        {tOrders('pay')}
      </a>
    )
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {renewal && (
        <a className="btn btn-primary btn-sm" href={orderPath(renewal.package, renewal.period)}>
          {t('renew')}
        </a>
      )}
      {higher.map((code) => (
        <a key={code} className="btn btn-outline btn-sm" href={orderPath(code, renewal!.period)}>
          {t('upgradeTo', { name: tOrders(`package.${code}`) })}
        </a>
      ))}
      <a className={`btn btn-sm ${renewal ? 'btn-ghost' : 'btn-primary'}`} href="/pricing">
        {t(renewal ? 'seePlans' : 'purchase')}
      </a>
    </div>
  )
}
