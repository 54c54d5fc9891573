import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Document } from '../document.ts'

interface Props {
  document: Pick<Document, 'id' | 'version'>
  /** Whether its files will carry the mark of the free demo. */
  marked: boolean
  /** How much of what reviewers said is still open. */
  open: number
}

export function FinalisationForm({ document: { id, version }, marked, open }: Props) {
  const t = useTranslations('editor')
  const td = useTranslations('documents')
  return (
    <ActionForm
      id="finalisation-form"
      action={`/mgmt/${id}/finalisation`}
      submit={t('finalise')}
      cancel={`/mgmt/${id}/view-doc`}
      confirms
    >
      <input type="hidden" name="version" value={version} />
      {open > 0 && (
        <p className="alert alert-warning alert-soft mb-2">
          {td('finaliseOpen', { count: open })}
          <a className="link" href={`/mgmt/${id}/review-doc?list=open`}>
            {td('finaliseOpenSee')}
          </a>
        </p>
      )}
      <p>{t('finaliseText')}</p>
      {marked && <p className="mt-2">{t('finaliseMarked')}</p>}
    </ActionForm>
  )
}
