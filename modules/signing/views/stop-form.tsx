import { useTranslations } from '#views/language.tsx'
import type { HeldUpSigning } from '../running/held-up.ts'

/** Explains what ending a signing does, and asks for confirmation. */
export function StopForm({ signing }: { signing: HeldUpSigning }) {
  const t = useTranslations('signing.stop')
  const { id, document_number: number, starter_team: team, cause } = signing
  return (
    <form method="post" action={`/desk/signings/${id}/end`} className="space-y-4">
      <p className="max-w-prose">{t('text', { number, team })}</p>
      <p className="wrap-anywhere border-base-300 border-l-2 pl-3 text-sm">
        {t('cause')} {cause ?? t('damaged')}
      </p>
      <p className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-error">
          {t('confirm')}
        </button>
        <a href="/desk/jobs" className="btn btn-ghost" data-close>
          {t('back')}
        </a>
      </p>
    </form>
  )
}
