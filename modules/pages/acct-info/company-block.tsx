import type { Profile } from '#modules/accounts/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { ActionLink } from '#views/action-link.tsx'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'

/** The company; for an individual only the contact details. */
export function CompanyBlock({ viewer, profile }: { viewer: Viewer; profile: Profile }) {
  const t = useTranslations('acctInfo')
  const { unnamed } = profile
  const company = [
    { label: t('companyName'), value: profile.companyName },
    { label: t('creditCode'), value: profile.credit_code },
  ]
  const facts = [
    ...(unnamed ? [] : company),
    { label: t('phone'), value: profile.phone },
    { label: t(unnamed ? 'address' : 'companyAddress'), value: profile.address },
  ]
  return (
    <Panel title={t(unnamed ? 'details' : 'company')}>
      <Facts facts={facts} />
      {viewer.permissions.includes('team.edit') && (
        <p className="mt-4">
          <ActionLink href="/mgmt/acct-info/company">
            {t(unnamed ? 'action.details' : 'action.company')}
          </ActionLink>
        </p>
      )}
    </Panel>
  )
}
