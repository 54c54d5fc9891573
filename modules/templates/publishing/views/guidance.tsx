import type { Template } from '#assembly/template/template.ts'
import { localeOf, twinIn, wordsIn } from '#assembly/template/words-in.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'

/** The guidance for drafters on each article and clause. */
export function Guidance({ template }: { template: Template }) {
  const t = useTranslations('publishing')
  const locale = localeOf(useLocale())
  const articles = [...template.articles, ...(template.annexes ?? [])]
  return (
    <Panel title={t('guidance')}>
      {articles.map(({ id, title, guidance, clauses }) => (
        <details key={id} className="border-base-300 border-b py-1 last:border-b-0">
          <summary className="cursor-pointer">{twinIn(title, locale)}</summary>
          <div className="space-y-1 py-2 ps-4 text-sm">
            {guidance && <p>{wordsIn(guidance, locale)}</p>}
            {clauses.map(
              (clause) =>
                clause.guidance && (
                  <p key={clause.id}>
                    <code>{clause.id}</code> {wordsIn(clause.guidance, locale)}
                  </p>
                ),
            )}
          </div>
        </details>
      ))}
    </Panel>
  )
}
