import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'

const DONE = ['withdrawn', 'reopened'] as const
export type DoneAtDraft = (typeof DONE)[number]

export const doneAtDraft = (said?: string): DoneAtDraft | undefined => DONE.find((one) => one === said)

/** The notice above the editor that the document is a draft again. */
export function DraftAgain({ done }: { done: DoneAtDraft }) {
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
