import type { FormState } from '#src/http/body.ts'
import { ActionLink } from '#views/action-link.tsx'
import { Facts } from '#views/facts.tsx'
import { FormProblem, ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel, StateWord } from '#views/parts.tsx'
import { SSO } from '../../paths.ts'
import type { Connection } from '../connection.ts'
import { recordOf } from '../domain.ts'
import { AddressLine } from './address-line.tsx'

type Domain = Connection['domains'][number]

interface Props extends FormState {
  domains: Domain[]
  included: boolean
}

/** The email domains of the team, each with the DNS record that proves it. */
export function DomainsPanel({ domains, included, values, problems, details }: Props) {
  const t = useTranslations('sso')
  return (
    <Panel title={t('domains.title')}>
      <p id="domains" className="mb-2 max-w-prose text-base-content/75 text-sm">
        {t('domains.lead')}
      </p>
      <ul className="divide-y divide-base-300">
        {domains.map((domain) => (
          <li key={domain.id} className="py-3">
            <div className="has-[p]:mb-3">
              <FormProblem problem={problems?.[domain.id]} values={details} />
            </div>
            <DomainItem domain={domain} included={included} />
          </li>
        ))}
      </ul>
      {included && (
        <ProblemDetails value={details ?? {}}>
          <form method="post" action={`${SSO}/domains`} noValidate className="max-w-md">
            <TextField
              name="domain"
              label={t('domains.label')}
              hint={t('domains.hint')}
              required
              autoComplete="off"
              values={values}
              problems={problems}
            />
            <button type="submit" className="btn btn-outline btn-sm mt-1">
              {t('domains.submit')}
            </button>
          </form>
        </ProblemDetails>
      )}
    </Panel>
  )
}

function DomainItem({ domain, included }: { domain: Domain; included: boolean }) {
  const t = useTranslations('sso')
  const record = recordOf(domain)
  const isProved = domain.proved_at !== null
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap items-center gap-3">
          <strong className="wrap-anywhere font-medium">{domain.domain}</strong>
          <StateWord tone={isProved ? 'success' : 'warning'}>
            {t(isProved ? 'domains.proved' : 'domains.unproved')}
          </StateWord>
        </span>
        <ActionLink
          href={`${SSO}/domains/${domain.id}/removal`}
          label={t('domains.remove', { domain: domain.domain })}
          className="btn btn-outline btn-xs"
        >
          {t('domainRemoval.submit')}
        </ActionLink>
      </div>
      {!isProved && (
        <div className="mt-2">
          <p className="mb-2 max-w-prose text-sm">{t('domains.record')}</p>
          <Facts
            facts={[
              { label: t('domains.recordType'), value: 'TXT' },
              { label: t('domains.recordName'), value: <AddressLine text={record.name} /> },
              { label: t('domains.recordValue'), value: <AddressLine text={record.value} /> },
            ]}
          />
          {included && (
            <form method="post" action={`${SSO}/domains/${domain.id}/proof`} className="mt-3">
              <button type="submit" className="btn btn-primary btn-sm">
                {t('domains.check')}
              </button>
            </form>
          )}
        </div>
      )}
    </>
  )
}
