import { useTranslations } from '#views/language.tsx'
import { Moment } from '#views/values/moment.tsx'

/** The pages that were opened in one access, with their times. */
export function OpenedPages({ pages }: { pages: { id: string; path: string; at: Date }[] }) {
  const t = useTranslations('supportAccess')
  if (!pages.length) return <p className="mt-2 text-base-content/75 text-sm">{t('noPages')}</p>
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer">{t('pages', { count: pages.length })}</summary>
      <ul className="mt-1">
        {pages.map(({ id, path, at }) => (
          <li key={id} className="wrap-anywhere">
            <Moment at={at} /> {path}
          </li>
        ))}
      </ul>
    </details>
  )
}
