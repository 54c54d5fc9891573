import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'
import { useTranslations } from './language.tsx'

interface Props {
  href: string
  children: ReactNode
  /** The accessible label, needed if the link's words do not name their object. */
  label?: string
  className?: string
}

/** A link to the page of a form; with scripts the form opens in the page's dialog instead. */
export function ActionLink({ href, children, label, className = 'btn btn-outline btn-sm' }: Props) {
  return (
    <a
      href={href}
      hx-get={href}
      hx-target="#action-body"
      hx-swap="innerHTML"
      aria-label={label}
      className={className}
    >
      {children}
    </a>
  )
}

/** The page's dialog. The page script opens it when a form has been loaded into it. */
export function ActionPlace() {
  const t = useTranslations('common')
  return (
    <dialog className="modal" aria-labelledby="action-title" data-opens-when-filled>
      <div className="modal-box">
        <div id="action-body" />
        <form method="dialog" className="absolute top-4 right-4">
          <button type="submit" className="btn btn-ghost btn-sm btn-square" aria-label={t('close')}>
            <Icon name="close" className="size-4" />
          </button>
        </form>
      </div>
    </dialog>
  )
}
