import { now } from '#src/core/clock.ts'
import { ActionForm, FormFoot } from '#views/action-card.tsx'
import { FormProblem } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { canRepeat, type Endpoint } from '../endpoint.ts'
import { WEBHOOKS } from './webhooks-page.tsx'

/** The actions on an endpoint that need a confirmation. */
export type ConfirmedAction = 'disabling' | 'removal'

interface Props {
  id: string
  url: string
}

export function ConfirmationForm({ what: confirmedAction, id, url }: Props & { what: ConfirmedAction }) {
  const t = useTranslations('webhooks')
  return (
    <ActionForm
      id={`${confirmedAction}-form`}
      action={`${WEBHOOKS}/${id}/${confirmedAction}`}
      submit={t(`${confirmedAction}.submit`)}
      cancel={`${WEBHOOKS}/${id}`}
      isDestructive
      confirms
    >
      <p className="wrap-anywhere font-medium">{url}</p>
      <p>{t(`${confirmedAction}.meaning`)}</p>
    </ActionForm>
  )
}

interface FormProps {
  endpoint: Endpoint
  problem?: MessageKey
}

/** Sends the endpoint's failed deliveries again; shows the problem if that was refused. */
export function RepetitionForm({ endpoint, problem }: FormProps) {
  const t = useTranslations('webhooks.repetition')
  const { id, url } = endpoint
  return (
    <ActionForm
      id="repetition-form"
      action={`${WEBHOOKS}/${id}/repetition`}
      submit={t('submit')}
      cancel={`${WEBHOOKS}/${id}`}
      problem={problem}
      confirms
    >
      <p className="wrap-anywhere font-medium">{url}</p>
      {canRepeat(endpoint) && <p>{t('meaning', { failed: endpoint.failed })}</p>}
    </ActionForm>
  )
}

/** The new secret is shown on the next page. */
export function RotationForm({ endpoint, problem }: FormProps) {
  const t = useTranslations('webhooks.rotation')
  const { id, url, public_key, former_until } = endpoint
  return (
    <form method="post" action={`${WEBHOOKS}/${id}/rotation`}>
      <FormProblem problem={problem} />
      <input type="hidden" name="former" value={public_key} />
      <p className="wrap-anywhere font-medium">{url}</p>
      <p>{t('meaning')}</p>
      {former_until && former_until > now() && <p className="mt-2">{t('again')}</p>}
      <FormFoot cancel={`${WEBHOOKS}/${id}`}>
        <button type="submit" className="btn btn-primary">
          {t('submit')}
        </button>
      </FormFoot>
    </form>
  )
}
