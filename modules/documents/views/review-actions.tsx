import { ActionLink } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import type { Status } from '../status.ts'

/**
 * Buttons that start a review of a draft, open it, or finalise the draft when all reviewers have accepted.
 */
export function ReviewActions({ id, status, lapsed }: { id: string; status: Status; lapsed: boolean }) {
  const t = useTranslations('documents.do')
  const mayEdit = useMay('document.create')
  const mayFinalise = useMay('document.finalise')
  return (
    <>
      {status === 'draft' && mayEdit && !lapsed && (
        <a href={`/mgmt/${id}/invite-review`} className="btn btn-outline">
          {t('initiateReview')}
        </a>
      )}
      {status === 'approved' && mayFinalise && (
        <ActionLink href={`/mgmt/${id}/finalisation`} className="btn btn-primary">
          {t('finalise')}
        </ActionLink>
      )}
      {status === 'returned' && mayEdit && (
        <a href={`/mgmt/${id}/refund-doc`} className="btn btn-primary">
          {t('editReturned')}
        </a>
      )}
      {(status === 'in_review' || status === 'approved') && (
        <a
          href={`/mgmt/${id}/review-doc`}
          className={`btn ${status === 'in_review' ? 'btn-primary' : 'btn-outline'}`}
        >
          {t('followReview')}
        </a>
      )}
    </>
  )
}
