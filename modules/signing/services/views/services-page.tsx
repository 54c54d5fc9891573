import { daysUntil } from '#modules/authorisations/index.ts'
import type { FormState } from '#src/http/body.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { FormProblem, SelectField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { Day } from '#views/values/moment.tsx'
import type { ServiceRule } from '../../providers/choice.ts'
import type { ProviderName } from '../../providers/provider-name.ts'
import type { Capabilities } from '../../providers/remote/service.ts'
import { SERVICE_NAMES } from '../service-names.ts'
import { useAbilities } from './abilities.ts'

/** The authorisation under which the viewer sends at a service; its end is in ISO 8601. */
export interface ServiceAuthorisation {
  provider: string
  sender: 'individual' | 'institution'
  name: string
  ends_at: string | null
}

interface Service {
  name: ProviderName
  capabilities: Capabilities
}

interface Props extends FormState {
  services: Service[]
  /** All services that can be chosen, ours first. */
  names: ProviderName[]
  authorisations: ServiceAuthorisation[]
  rule: ServiceRule
  /** Id of the document to be sent, or ''. */
  document: string
  maySend: boolean
  mayRule: boolean
}

const HOME = '/mgmt/acct-info/services'

/** The e-sign services of this installation, with the sender's authorisations and the team's rule. */
export function ServicesPage({ services, names, authorisations, rule, document, ...rest }: Props) {
  const { maySend, mayRule, values, problems } = rest
  const t = useTranslations('signing.services')
  const valid = (name: ProviderName) => authorisations.find(({ provider }) => provider === name)
  return (
    <>
      <AcctTabs current="services" />
      <FormProblem problem={problems?.form} />
      <div className="grid gap-4">
        <Panel title={t('title')}>
          <p className="max-w-prose text-base-content/75 text-sm">{t('lead')}</p>
          {services.length === 0 && <p className="mt-2 max-w-prose">{t('onlyOwn')}</p>}
          {document && (
            <p className="mt-3">
              <a href={`/mgmt/${document}/sign-setting`} className="btn btn-outline btn-sm">
                {t('backToDocument')}
              </a>
            </p>
          )}
        </Panel>
        <Panel title={SERVICE_NAMES.builtin}>
          <p className="mb-2 max-w-prose text-sm">{t('about.builtin')}</p>
          <Authorisation valid={valid('builtin')} />
          <p className="mt-2">
            <a href="/mgmt/acct-info/authorisation" className="btn btn-outline btn-sm">
              {t('seeAuthorisation')}
            </a>
          </p>
        </Panel>
        {services.map((service) => (
          <OtherService
            key={service.name}
            service={service}
            valid={valid(service.name)}
            document={document}
            maySend={maySend}
          />
        ))}
        {services.length > 0 && mayRule && (
          <Panel title={t('rule.title')}>
            <form method="post" action={`${HOME}/rule`} noValidate className="max-w-xl">
              <p className="mb-3 text-base-content/75 text-sm">{t('rule.lead')}</p>
              {(['mainland', 'overseas', 'employment'] as const).map((key) => (
                <SelectField
                  key={key}
                  name={key}
                  label={t(`rule.${key}`)}
                  values={values ?? { ...rule }}
                  problems={problems}
                  options={names.map((name) => ({ value: name, label: SERVICE_NAMES[name] }))}
                />
              ))}
              <button type="submit" className="btn btn-primary mt-3">
                {t('rule.save')}
              </button>
            </form>
          </Panel>
        )}
      </div>
    </>
  )
}

function Authorisation({ valid }: { valid: ServiceAuthorisation | undefined }) {
  const t = useTranslations('signing.services')
  const authorisationText = useTranslations('authorisations')
  if (!valid) return <p>{t('notAuthorised')}</p>
  const ends = new Date(valid.ends_at!)
  return (
    <p>
      {t(`authorised.${valid.sender}`, { name: valid.name })}{' '}
      <span className="text-base-content/75 text-sm">
        {t('until')} <Day at={ends} /> · {authorisationText('daysLeft', { days: daysUntil(ends) })}
      </span>
    </p>
  )
}

interface OtherProps {
  service: Service
  valid: ServiceAuthorisation | undefined
  document: string
  maySend: boolean
}

function OtherService({ service: { name, capabilities }, valid, document, maySend }: OtherProps) {
  const t = useTranslations('signing.services')
  const abilities = useAbilities(capabilities)
  return (
    <Panel title={SERVICE_NAMES[name]}>
      <p className="mb-2 max-w-prose text-sm">{name !== 'builtin' && t(`about.${name}`)}</p>
      <ul className="mb-3 list-disc pl-5 text-base-content/75 text-sm">
        {abilities.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <Authorisation valid={valid} />
      {maySend && (
        <form method="post" action={`${HOME}/${name}/authorisation`} className="mt-3">
          <input type="hidden" name="document" value={document} />
          <p className="flex flex-wrap gap-2">
            {capabilities.senders.map((sender) => (
              <button
                key={sender}
                type="submit"
                name="sender"
                value={sender}
                className={`btn btn-sm ${valid ? 'btn-outline' : 'btn-primary'}`}
              >
                {t(`authoriseAs.${sender}`)}
              </button>
            ))}
          </p>
        </form>
      )}
    </Panel>
  )
}
