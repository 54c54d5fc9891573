import { useTranslations } from '../language.tsx'

interface Props {
  lead: string
  /** Whether the team's plan includes access by programs. */
  planIncludesAccess: boolean
  /** The address of the page that adds an entry. */
  href: string
  /** The text of the link. */
  words: string
}

/** The head of a list of API keys, endpoints and the like: what they are for, and a link that adds one. */
export function ListHead({ lead, planIncludesAccess, href, words }: Props) {
  const t = useTranslations('common.programs')
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-base-content/75">{lead}</p>
        {planIncludesAccess && (
          <a href={href} className="btn btn-primary">
            {words}
          </a>
        )}
      </div>
      {!planIncludesAccess && (
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
