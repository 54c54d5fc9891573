import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import { type Checklist, progressOf } from '../checklist.ts'

export function RemovalForm({ list }: { list: Checklist }) {
  const t = useTranslations('checklists.removal')
  const path = `/mgmt/${list.document_id}/checklist`
  return (
    <ActionForm id="removal-form" action={`${path}/removal`} submit={t('submit')} cancel={path} isDestructive>
      <p>{t('text', { count: progressOf(list).answered })}</p>
    </ActionForm>
  )
}
