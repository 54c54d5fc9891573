import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import type { Usage } from '../usage-summary.ts'
import { UsagePanels } from './usage-panels.tsx'

type Props = Usage & { account: { id: string; name: string; teamName: string } }

/** The usage page of an account's team, for staff. */
export function DeskUsagePage({ account, ...usage }: Props) {
  const t = useTranslations('desk')
  return (
    <>
      <PageHead title={t('usageTitle')} lead={account.teamName}>
        <a className="btn btn-ghost" href={`/desk/accounts/${account.id}`}>
          {account.name}
        </a>
      </PageHead>
      <UsagePanels {...usage} />
    </>
  )
}
