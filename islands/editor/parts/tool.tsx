import type { ReactNode } from 'react'
import { Icon, type IconName } from '#views/icons.tsx'

interface Props {
  icon: IconName
  label: string
  act: () => void
  id?: string
  pressed?: boolean
  disabled?: boolean
}

/** A small icon button; its label is its accessible name and its tooltip. */
export function Tool({ icon, label, act, id, pressed, disabled }: Props) {
  return (
    <button
      type="button"
      id={id}
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabled}
      onClick={disabled ? undefined : act}
      className="grid size-7 shrink-0 place-items-center rounded-field text-base-content/55 hover:bg-base-200 hover:text-base-content focus-visible:text-base-content aria-disabled:opacity-35 aria-pressed:text-primary"
    >
      <Icon name={icon} className="size-4" />
    </button>
  )
}

/** A small button with a short text such as +(1), and an accessible label. */
export function SignTool({
  sign,
  label,
  act,
  id,
}: {
  sign: string
  label: string
  act: () => void
  id?: string
}) {
  return (
    <button
      type="button"
      id={id}
      title={label}
      onClick={act}
      className="h-7 min-w-7 rounded-field font-sans text-base-content/70 text-xs hover:bg-base-200 hover:text-base-content"
    >
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{label}</span>
    </button>
  )
}

interface TextToolProps {
  act: () => void
  children: ReactNode
  id?: string
  pressed?: boolean
  describedBy?: string
}

/** A small button with words. */
export function TextTool({ act, children, id, pressed, describedBy }: TextToolProps) {
  return (
    <button
      type="button"
      id={id}
      onClick={act}
      aria-pressed={pressed}
      aria-describedby={describedBy}
      className={`btn btn-xs h-auto min-h-6 font-sans ${pressed ? 'btn-neutral' : ''}`}
    >
      {children}
    </button>
  )
}
