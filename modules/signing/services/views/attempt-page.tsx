import type { FormState } from '#src/http/body.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { FormProblem } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import type { AuthorisationAttempt } from '../../providers/remote/authorisation.ts'
import { SERVICE_NAMES } from '../service-names.ts'

interface Props extends Pick<FormState, 'problems'> {
  attempt: AuthorisationAttempt
}

const HOME = '/mgmt/acct-info/services'

/** An attempt to authorise us at a service: a link to it, or the sender's decision. */
export function AttemptPage({ attempt, problems }: Props) {
  const { id, provider, state, reason, url, name, document_id } = attempt
  const t = useTranslations('signing.services')
  const service = SERVICE_NAMES[provider]
  return (
    <>
      <AcctTabs current="services" />
      <Panel title={t('attempt.title', { service })}>
        <FormProblem problem={problems?.form} />
        <p className="wrap-anywhere mb-3 max-w-prose">{t(`attempt.${state}`, { service, name })}</p>
        {reason && <p className="wrap-anywhere mb-3">{t('attempt.reason', { reason })}</p>}
        {state === 'pending' && (
          <form method="post" action={`${HOME}/${provider}/authorisations/${id}/check`}>
            <p className="flex flex-wrap gap-2">
              <a href={url} className="btn btn-primary" rel="noreferrer">
                {t('attempt.go', { service })}
              </a>
              <button type="submit" className="btn btn-outline">
                {t('attempt.check')}
              </button>
            </p>
          </form>
        )}
        <p className="mt-4 flex flex-wrap gap-2">
          {document_id && (
            <a
              href={`/mgmt/${document_id}/sign-setting`}
              className={`btn btn-sm ${state === 'granted' ? 'btn-primary' : 'btn-outline'}`}
            >
              {t('backToDocument')}
            </a>
          )}
          <a href={HOME} className="btn btn-outline btn-sm">
            {t('all')}
          </a>
        </p>
      </Panel>
    </>
  )
}
