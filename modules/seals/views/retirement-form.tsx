import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Seal } from '../seal.ts'
import { SEALS } from './seals-page.tsx'

/** Asks for confirmation, and explains the effect on running signings. */
export function RetirementForm({ seal }: { seal: Seal }) {
  const t = useTranslations('seals.retire')
  return (
    <ActionForm
      id="retirement-form"
      action={`${SEALS}/${seal.id}/retirement`}
      submit={t('submit')}
      cancel={`${SEALS}/${seal.id}`}
      isDestructive
      confirms
    >
      <p className="mb-2">{t('meaning', { label: seal.label })}</p>
      <p>{t('running')}</p>
    </ActionForm>
  )
}
