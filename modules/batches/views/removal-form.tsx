import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'

/** Asks for confirmation before a batch is deleted. */
export function RemovalForm({ id }: { id: string }) {
  const t = useTranslations('batches')
  return (
    <ActionForm
      id="batch-removal"
      action={`/mgmt/batches/${id}/removal`}
      submit={t('remove')}
      cancel={`/mgmt/batches/${id}`}
      isDestructive
      confirms
    >
      <p>{t('removal')}</p>
    </ActionForm>
  )
}
