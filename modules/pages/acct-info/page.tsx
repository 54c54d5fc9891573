import type { Profile } from '#modules/accounts/index.ts'
import { UsageBlock } from '#modules/orders/index.ts'
import type { OpenSession } from '#src/auth/session.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { ActionPlace } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { StorageMeter, type StorageUse } from '#views/values/storage-meter.tsx'
import { AccountBlock } from './account-block.tsx'
import { CompanyBlock } from './company-block.tsx'
import { DataBlock } from './data-block.tsx'
import { PlanBlock, type PlanStatus } from './plan-block.tsx'
import { SessionsBlock } from './sessions-block.tsx'

interface Props {
  viewer: Viewer
  profile: Profile
  /** Whether people can log in by WeChat. */
  offersSocial: boolean
  /** Null for our staff, who see the pages of a customer without their logins. */
  sessions: OpenSession[] | null
  plan: PlanStatus
  storage: StorageUse | null
  done?: string
}

export function AcctInfoPage(props: Props) {
  const { viewer, profile, sessions, plan, storage, done } = props
  const t = useTranslations('orders')
  return (
    <>
      <AcctTabs current="account" done={done} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <AccountBlock viewer={viewer} profile={profile} offersSocial={props.offersSocial} />
        <div className="grid gap-4">
          <CompanyBlock viewer={viewer} profile={profile} />
          <PlanBlock viewer={viewer} profile={profile} plan={plan} />
        </div>
        {viewer.role !== 'agent' && (
          <div className="grid gap-4 xl:col-span-2">
            <Panel
              title={t('current')}
              action={
                <a className="link link-primary text-sm" href="/mgmt/acct-info/usage">
                  {t('toLedger')}
                </a>
              }
            >
              <UsageBlock lines={plan.usage} />
            </Panel>
            {storage && <StorageMeter storage={storage} />}
          </div>
        )}
        {sessions && <SessionsBlock sessions={sessions} allowsSupportAccess={viewer.role !== 'agent'} />}
        <DataBlock askedAt={profile.deletionAskedAt} />
      </div>
      <ActionPlace />
    </>
  )
}
