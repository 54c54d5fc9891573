import { useTranslations } from '../language.tsx'

interface Props {
  /** The addresses of the pages; null if there is none. */
  first: string
  previous: string | null
  next: string | null
}

/** Links to the first, the previous and the next page of a list. */
export function PageLinks({ first, previous, next }: Props) {
  const t = useTranslations('common.list')
  if (!previous && !next) return null
  return (
    <nav aria-label={t('pages')} className="mt-3 flex flex-wrap justify-end gap-2">
      {previous && (
        <>
          <a className="btn btn-sm btn-ghost" href={first}>
            {t('first')}
          </a>
          <a className="btn btn-sm btn-outline" rel="prev" href={previous}>
            {t('previous')}
          </a>
        </>
      )}
      {next && (
        <a className="btn btn-sm btn-outline" rel="next" href={next}>
          {t('next')}
        </a>
      )}
    </nav>
  )
}
