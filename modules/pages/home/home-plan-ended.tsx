import { MONTHLY } from '#modules/orders/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { SentenceSpace, useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { Day } from '#views/values/moment.tsx'
import type { HomeFacts } from './home-facts.ts'

interface Props {
  viewer: Viewer
  ended: NonNullable<HomeFacts['ended']>
}

/** Says that the plan has ended, which functions remain, and how to renew the plan or who can. */
export function PlanEnded({ viewer, ended: { name, endsAt: endedAt } }: Props) {
  const t = useTranslations('home.ended')
  const tMeaning = useTranslations('orders.mail.planMeans')
  const planName = useTranslations('acctInfo.package')(name)
  return (
    <div className="mb-4">
      <Panel title={t('title', { plan: planName })}>
        <p className="mb-2 text-base-content/75 text-sm">
          {t('since')} <Day at={endedAt} />
        </p>
        <ul className="list-disc ps-5">
          <li>{tMeaning('documents')}</li>
          <li>{tMeaning('uses')}</li>
          <li>{tMeaning('members')}</li>
        </ul>
        {viewer.permissions.includes('order.monthly') ? <Renewal plan={name} /> : <AskAdministrator />}
      </Panel>
    </div>
  )
}

const isSold = (plan: string) => MONTHLY.some((one) => one === plan)

function Renewal({ plan }: { plan: string }) {
  const t = useTranslations('home.ended')
  const orderPath = `/mgmt/confirm-order?${new URLSearchParams({ package: plan, period: 'monthly' })}`
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      {isSold(plan) && (
        <a href={orderPath} className="btn btn-primary btn-sm">
          {t('renew')}
        </a>
      )}
      <a href="/pricing" className="btn btn-outline btn-sm">
        {t('packages')}
      </a>
      {!isSold(plan) && (
        <a href="/mgmt/online-service" className="btn btn-outline btn-sm">
          {t('contact')}
        </a>
      )}
    </div>
  )
}

function AskAdministrator() {
  const t = useTranslations('home.ended')
  const administrator = useTranslations('home.reader')('administrator')
  return (
    <p className="mt-3">
      {t('ask')}
      <SentenceSpace />
      <a className="link" href="/mgmt/acct-info">
        {administrator}
      </a>
    </p>
  )
}
