import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import { KEYS } from './keys-page.tsx'

/** Asks for confirmation: programs that use the key stop working. */
export function RevocationForm({ id }: { id: string }) {
  const t = useTranslations('api.revocation')
  return (
    <ActionForm
      id="revocation-form"
      action={`${KEYS}/${id}/revocation`}
      submit={t('submit')}
      cancel={KEYS}
      isDestructive
      confirms
    >
      <p>{t('meaning')}</p>
    </ActionForm>
  )
}
