import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import { BRAND } from './brand-page.tsx'

/** Asks for confirmation, and says where the brand remains visible. */
export function RemovalForm() {
  const t = useTranslations('brand.remove')
  return (
    <ActionForm
      id="removal-form"
      action={`${BRAND}/removal`}
      submit={t('submit')}
      cancel={BRAND}
      isDestructive
      confirms
    >
      <p className="mb-2">{t('meaning')}</p>
      <p>{t('documents')}</p>
    </ActionForm>
  )
}
