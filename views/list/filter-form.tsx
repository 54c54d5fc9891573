import type { ReactNode } from 'react'
import { useTranslations } from '../language.tsx'

interface Props {
  /** The page of the list. */
  action: string
  /** The id of the list, in the page and in what comes back. */
  list: string
  /** The list's element stays where it is: a tick right behind a word typed finds it. */
  stays?: boolean
  children: ReactNode
}

/** What a list is narrowed by; with script it follows each change at once. */
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
