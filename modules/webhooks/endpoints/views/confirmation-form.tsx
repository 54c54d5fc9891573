import { ActionForm, FormFoot } from '#views/action-card.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { WEBHOOKS } from './webhooks-page.tsx'

/** What is done to an endpoint after a confirmation. */
export type Confirmed = 'rotation' | 'disabling' | 'removal'

interface Props {
  id: string
  url: string
}

export function ConfirmationForm({ what, id, url }: Props & { what: Exclude<Confirmed, 'rotation'> }) {
  const t = useTranslations('webhooks')
  return (
    <ActionForm
      id={`${what}-form`}
      action={`${WEBHOOKS}/${id}/${what}`}
      submit={t(`${what}.submit`)}
      cancel={`${WEBHOOKS}/${id}`}
      isDestructive
      confirms
    >
      <p className="wrap-anywhere font-medium">{url}</p>
      <p>{t(`${what}.meaning`)}</p>
    </ActionForm>
  )
}

/** Sends the endpoint's failed deliveries again; with the problem if that is refused. */
export function RepetitionForm({
  id,
  url,
  failed,
  problem,
}: Props & { failed: number; problem?: MessageKey }) {
  const t = useTranslations('webhooks.repetition')
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
      {failed > 0 && <p>{t('meaning', { failed })}</p>}
    </ActionForm>
  )
}

/** Leads to a page of its own, which shows the secret. */
export function RotationForm({ id, url }: Props) {
  const t = useTranslations('webhooks')
  return (
    <form method="post" action={`${WEBHOOKS}/${id}/rotation`}>
      <p className="wrap-anywhere font-medium">{url}</p>
      <p>{t('rotation.meaning')}</p>
      <FormFoot cancel={`${WEBHOOKS}/${id}`}>
        <button type="submit" className="btn btn-primary">
          {t('rotation.submit')}
        </button>
      </FormFoot>
    </form>
  )
}
