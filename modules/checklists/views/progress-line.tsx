import { useTranslations } from '#views/language.tsx'
import type { Progress } from '../checklist.ts'

/** The progress of a checklist and its results. */
export function ProgressLine({ progress, isSaved }: { progress: Progress; isSaved?: boolean }) {
  const t = useTranslations('checklists')
  const { answered, total, counts } = progress
  return (
    <div id="checklist-progress" role="status" className="text-sm">
      <progress
        className="progress progress-primary w-full"
        value={answered}
        max={total}
        aria-label={t('progress', { answered, total })}
      />
      <p className="flex flex-wrap gap-x-4 text-base-content/80">
        <span>{t('progress', { answered, total })}</span>
        <span>{t('found', { missing: counts.missing, negotiate: counts.negotiate })}</span>
        {isSaved && <span>{t('saved')}</span>}
      </p>
    </div>
  )
}
