import { useTranslations } from 'use-intl'
import { PageHead, Panel } from '#views/parts.tsx'
import type { Viewer } from '../viewer.ts'

export function AcctInfoPage({ viewer }: { viewer: Viewer }) {
  const t = useTranslations('accounts')
  const facts = [
    [t('username'), viewer.username],
    [t('name'), viewer.name],
    [t('email'), viewer.email],
    [t('mobile'), viewer.mobile],
    [t('companyName'), viewer.teamName],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <>
      <PageHead title={t('acctInfo')} />
      <Panel title={t('account')}>
        <dl className="grid gap-y-2 sm:grid-cols-[10rem_1fr]">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-base-content/75">{label}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4">
          <a className="btn btn-outline btn-sm" href="/acct/forgot-password">
            {t('setPassword')}
          </a>
        </p>
      </Panel>
    </>
  )
}
