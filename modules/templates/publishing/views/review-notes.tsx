import type { TemplateNotes } from '#assembly/template/template-notes.ts'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'

/** The points that a lawyer must confirm before the template is relied on. */
export function ReviewNotes({ notes: { review } }: { notes: TemplateNotes }) {
  const t = useTranslations('publishing')
  if (!review?.length) return null
  return (
    <Panel title={t('review')}>
      <p className="mb-2 max-w-prose text-base-content/75 text-sm">{t('reviewTeach')}</p>
      <ol className="list-decimal space-y-1 ps-6">
        {review.map((one) => (
          <li key={one} className="wrap-anywhere" lang={/\p{Script=Han}/u.test(one) ? 'zh-Hans' : 'en'}>
            {one}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
