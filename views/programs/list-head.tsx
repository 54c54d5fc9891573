import { useTranslations } from '../language.tsx'

interface Props {
  lead: string
  /** Whether the team's plan includes access by programs. */
  included: boolean
  /** The page on which one more is made. */
  href: string
  /** The text of the link. */
  words: string
}

/** The head of a list of something for programs: its meaning, and a link that makes one more. */
export function ListHead({ lead, included, href, words }: Props) {
  const t = useTranslations('common.programs')
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-base-content/75">{lead}</p>
        {included && (
          <a href={href} className="btn btn-primary">
            {words}
          </a>
        )}
      </div>
      {!included && (
        <p className="alert alert-info alert-soft mb-4 text-sm">
          <span>
            {t('missing')}{' '}
            <a className="link" href="/pricing">
              {t('plans')}
            </a>
          </span>
        </p>
      )}
    </>
  )
}
