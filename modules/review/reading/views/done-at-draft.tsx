import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'

const REASONS = ['withdrawn', 'reopened'] as const
/** Why the document is a draft again. */
export type BackToDraftReason = (typeof REASONS)[number]

export const readBackToDraftReason = (text?: string): BackToDraftReason | undefined =>
  REASONS.find((one) => one === text)

/** The notice above the editor that the document has become a draft again. */
export function BackToDraftNotice({ done }: { done: BackToDraftReason }) {
  const t = useTranslations('review.doneAtDraft')
  return (
    <p
      role="status"
      className="flex items-start gap-2 border-base-300 border-b border-l-4 border-l-success bg-base-100 px-4 py-3 print:hidden"
    >
      <Icon name="check" className="mt-0.5 size-5 text-success" />
      {t(done)}
    </p>
  )
}
