import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  id: string
  title: string
  children: ReactNode
  /** Called on Esc. Without it the dialog stays open until it is answered. */
  close?: () => void
  wide?: boolean
}

/** A native modal dialog, open as long as it is rendered; the browser restores the focus afterwards. */
export function ModalDialog({ id, title, children, close, wide }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
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
