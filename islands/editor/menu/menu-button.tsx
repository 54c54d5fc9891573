import { type ReactNode, useRef, useState } from 'react'

interface Props {
  id: string
  /** The accessible name and tooltip. */
  label: string
  className: string
  children: ReactNode
  /** The menu, which takes the focus; `close` returns the focus to the button. */
  menu: (close: () => void) => ReactNode
}

/** A button that opens a menu. The menu closes when the focus leaves it. */
export function MenuButton({ id, label, className, children, menu }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notices that the focus has left the menu
    <div
      className="relative"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setIsOpen(false)}
    >
      <button
        type="button"
        id={id}
        ref={button}
        title={label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={className}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (isOpen || event.key !== 'ArrowDown') return
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        {children}
      </button>
      {isOpen && menu(close)}
    </div>
  )
}
