import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  id: string
  title: string
  children: ReactNode
  /** Called on Esc. If it is missing, the dialog stays open until one of its buttons is used. */
  close?: () => void
  wide?: boolean
}

/** A native modal dialog, open as long as it is rendered; the browser restores the focus afterwards. */
export function ModalDialog({ id, title, children, close, wide }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const focusedBefore = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault()
        close?.()
      }}
    >
      <div className={`modal-box ${wide ? 'max-w-4xl' : ''}`}>
        <h2 id={`${id}-title`} className="mb-3 font-serif text-xl">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}
