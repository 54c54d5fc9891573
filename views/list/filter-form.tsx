import type { ReactNode } from 'react'
import { useTranslations } from '../language.tsx'

interface Props {
  /** Address of the list page. */
  action: string
  /** Id of the list element, in the page and in the response. */
  list: string
  /** Swap only the content of the list element, so that a quick click after typing still hits its target. */
  stays?: boolean
  children: ReactNode
}

/** The filters of a list; with script each change applies at once. */
export function FilterForm({ action, list, stays, children }: Props) {
  const t = useTranslations('common')
  return (
    <search>
      <form
        method="get"
        action={action}
        hx-get={action}
        hx-target={`#${list}`}
        hx-select={stays ? `#${list} > *` : `#${list}`}
        hx-swap={stays ? 'innerHTML' : 'outerHTML'}
        hx-push-url="true"
        data-filter=""
        hx-trigger="submit, change, input changed delay:300ms from:#keyword"
        className="mb-4 flex flex-wrap items-end gap-3"
      >
        {children}
        <noscript>
          <button type="submit" className="btn btn-outline">
            {t('applyFilter')}
          </button>
        </noscript>
      </form>
    </search>
  )
}
