import { useTranslations } from '#views/language.tsx'
import type { Turn } from '../signer-link.ts'

/** The form with which an approver agrees; this does not change the file. */
export function ApprovalForm({ turn }: { turn: Turn }) {
  const t = useTranslations('signing.approval')
  return (
    <form method="post" action={`/signing/${turn.id}/approval#sign`}>
      <p className="mb-3 max-w-prose">{t('text')}</p>
      <button type="submit" className="btn btn-primary btn-lg">
        {t('approve')}
      </button>
    </form>
  )
}
