import { useTranslations } from '../language.tsx'

interface Props {
  first: string
  /** The addresses of the previous and the next page, if any. */
  previous: string | null
  next: string | null
}

/** Links from one page of a list to the others. */
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
