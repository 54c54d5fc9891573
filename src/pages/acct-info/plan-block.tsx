import { Day, type Profile } from '#modules/accounts/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'

/** The package, its end and its accounts; members also see who administers the team. */
export function PlanBlock({ viewer, profile }: { viewer: Viewer; profile: Profile }) {
  const t = useTranslations('acctInfo')
  if (viewer.role === 'agent') return null
  const { package_ends_at: endsAt, people, seats, leaderName, leaderEmail } = profile
  const facts = [
    { label: t('plan'), value: t(`package.${viewer.package}`) },
    { label: t('planEnds'), value: endsAt && viewer.package !== 'free' ? <Day at={endsAt} /> : t('noEnd') },
    { label: t('accountsUsed'), value: t('accountsOf', { people, seats }) },
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
    <Panel title={t('planTitle')}>
      <Facts facts={facts} />
      {viewer.role === 'admin' && (
        <a className="btn btn-outline btn-sm mt-3" href="/pricing">
          {t('seePlans')}
        </a>
      )}
    </Panel>
  )
}
