import type { ReactNode } from 'react'
import { useTranslations } from '../language.tsx'

interface Props {
  /** The page of the list. */
  action: string
  /** The id of the list, in the page and in what comes back. */
  list: string
  children: ReactNode
}

/** What a list is narrowed by; with script it follows each change at once. */
export function FilterForm({ action, list, children }: Props) {
  const t = useTranslations('common')
  return (
    <search>
      <form
        method="get"
        action={action}
        hx-get={action}
        hx-target={`#${list}`}
        hx-select={`#${list}`}
        hx-swap="outerHTML"
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
