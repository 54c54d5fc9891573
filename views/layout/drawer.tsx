import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import { useTranslations } from '../language.tsx'

interface Props {
  id: string
  title: string
  /** The content of the button. */
  button: ReactNode
  buttonClass?: string
  children: ReactNode
}

/** A side popover: the browser opens it, closes it on Esc and restores the focus. */
export function Drawer({ id, title, button, buttonClass = '', children }: Props) {
  const t = useTranslations('common')
  return (
    <>
      <button type="button" popoverTarget={id} className={`btn btn-sm btn-ghost ${buttonClass}`}>
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-72 max-w-[85vw] overflow-y-auto border-base-300 border-l bg-base-100 p-4 text-base-content shadow-lg backdrop:bg-black/45"
      >
        <div className="mb-2 flex items-center justify-between">
          <h2 className="font-serif text-lg">{title}</h2>
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            className="btn btn-ghost btn-sm btn-square"
            aria-label={t('close')}
          >
            <Icon name="close" className="size-4" />
          </button>
        </div>
        {children}
      </div>
    </>
  )
}
