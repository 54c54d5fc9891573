import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { Icon } from '#views/icons.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import type { Document } from '../../document.ts'
import { newerVersion } from '../adoption.ts'

/** The notice on a draft that its template has a newer version, with a link to the changes. */
export function NewerVersion({ document }: { document: Pick<Document, 'id' | 'status' | 'template'> }) {
  const t = useTranslations('documents.adoption')
  const locale = localeOf(useLocale())
  const mayEdit = useMay('document.create')
  const newerTemplate = newerVersion(document.template)
  if (!newerTemplate || document.status !== 'draft' || !mayEdit) return null
  return (
    <aside
      aria-label={t('title')}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-base-300 border-b border-l-4 border-l-info bg-base-100 px-4 py-2 print:hidden"
    >
      <p className="wrap-anywhere flex min-w-0 flex-1 basis-56 items-start gap-2">
        <Icon name="info" className="mt-0.5 size-5 shrink-0 text-info" />
        <span>
          {t('hint', {
            title: twinIn(newerTemplate.title, locale),
            from: document.template.version,
            to: newerTemplate.version,
          })}
        </span>
      </p>
      <a href={`/mgmt/${document.id}/adoption`} className="btn btn-ghost btn-sm">
        {t('look')}
      </a>
    </aside>
  )
}
