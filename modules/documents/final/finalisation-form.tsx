import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Document } from '../document.ts'

interface Props {
  document: Pick<Document, 'id' | 'version'>
  /** Whether its files will carry the mark of the free demo. */
  marked: boolean
}

export function FinalisationForm({ document: { id, version }, marked }: Props) {
  const t = useTranslations('editor')
  return (
    <ActionForm
      id="finalisation-form"
      action={`/mgmt/${id}/finalisation`}
      submit={t('finalise')}
      cancel={`/mgmt/${id}/view-doc`}
      confirms
    >
      <input type="hidden" name="version" value={version} />
      <p>{t('finaliseText')}</p>
      {marked && <p className="mt-2">{t('finaliseMarked')}</p>}
    </ActionForm>
  )
}
