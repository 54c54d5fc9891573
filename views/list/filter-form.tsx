import type { ReactNode } from 'react'
import { useTranslations } from '../language.tsx'

interface Props {
  /** The address of the list page. */
  action: string
  /** The id of the list element, in the page and in the response. */
  list: string
  /**
   * Whether to swap only the content of the list element, so that a quick click after typing still hits its
   * target.
   */
  stays?: boolean
  children: ReactNode
  /** Filters that a phone shows only after a tap, and the number of active ones. */
  folded?: { filters: ReactNode; active: number }
}

/** The filters of a list. With scripts each change is applied immediately. */
export function FilterForm({ action, list, stays, children, folded }: Props) {
  const t = useTranslations('common')
  return (
    <search className="group/filters block">
      {/* Outside the form, because opening the filters must not count as a change. */}
      {folded && <input id="filters-open" type="checkbox" className="peer sr-only sm:hidden" />}
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
        {folded && (
          <>
            <label
              htmlFor="filters-open"
              className="btn btn-outline group-has-[#filters-open:focus-visible]/filters:outline-2 sm:hidden no-has:hidden"
            >
              {t('filters')}
              {folded.active > 0 && <span className="badge badge-sm">{folded.active}</span>}
            </label>
            <div className="sm:contents max-sm:hidden max-sm:w-full max-sm:flex-wrap max-sm:items-end max-sm:gap-3 max-sm:group-has-[#filters-open:checked]/filters:flex max-sm:no-has:flex">
              {folded.filters}
            </div>
          </>
        )}
        <noscript>
          <button type="submit" className="btn btn-outline">
            {t('applyFilter')}
          </button>
        </noscript>
      </form>
    </search>
  )
}
