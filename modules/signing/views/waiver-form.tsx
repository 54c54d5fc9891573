import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import type { SigningRound } from '../running/progress.ts'

interface Props {
  documentId: string
  signatory: SigningRound['signatories'][number]
}

/** Explains what waiving the check of a signatory's real name does. */
export function WaiverForm({ documentId, signatory }: Props) {
  const t = useTranslations('signing.realName.waiver')
  return (
    <ActionForm
      id="waiver-form"
      action={`/mgmt/${documentId}/signatories/${signatory.id}/real-name-waiver`}
      submit={t('submit')}
      cancel={`/mgmt/${documentId}/signing`}
    >
      <p className="max-w-prose">{t('text', { name: signatory.name })}</p>
    </ActionForm>
  )
}
