import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'
import { useTranslations } from './language.tsx'

export function PageHead({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
      <div className="wrap-anywhere min-w-0">
        <h1 className="font-serif text-2xl">{title}</h1>
        {lead && <div className="max-w-prose text-base-content/75">{lead}</div>}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:has-[.dropdown]:grow">{children}</div>
    </div>
  )
}

export function Card({ title, children, wide }: { title: string; children: ReactNode; wide?: boolean }) {
  return (
    <section
      className={`w-full rounded-box border border-base-300 bg-base-100 p-6 sm:p-8 ${wide ? 'max-w-2xl' : 'max-w-md'}`}
    >
      <h1 className="mb-4 font-serif text-2xl">{title}</h1>
      {children}
    </section>
  )
}

/** A label for the kind of an object; not coloured like a button, because it cannot be pressed. */
export function Tag({ accent, children }: { accent?: boolean; children: ReactNode }) {
  const colours = accent ? 'bg-accent/10 text-accent' : 'bg-base-200 text-base-content/80'
  return <span className={`inline-block rounded-selector px-1.5 py-px text-xs ${colours}`}>{children}</span>
}

/** Placeholder for an empty list; explains the first step. */
export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-14 text-center">
      <Icon name={icon} className="size-10 text-base-content/40" />
      <p className="font-serif text-lg">{title}</p>
      <div className="max-w-md text-base-content/75">{children}</div>
    </div>
  )
}

export type Tone = 'plain' | 'info' | 'success' | 'warning' | 'error'

const DOT: Record<Tone, string> = {
  plain: 'bg-base-content/50',
  info: 'bg-info',
  success: 'bg-success',
  warning: 'bg-warning',
  error: 'bg-error',
}

/** A state in words; the colour only supports it. */
export function StateWord({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 break-keep text-sm">
      <span className={`size-2 shrink-0 rounded-full ${DOT[tone]}`} aria-hidden="true" />
      {children}
    </span>
  )
}

export function Panel({
  title,
  children,
  action,
}: {
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <section className="rounded-box border border-base-300 bg-base-100 p-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="font-serif text-lg">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A native dialog: Esc closes it, the focus is restored, and `command` opens it without script. */
export function Dialog({
  id,
  title,
  children,
  wide,
  open,
}: {
  id: string
  title: string
  children: ReactNode
  wide?: boolean
  /** Whether the dialog is open initially, for a refused form in a browser without scripts. */
  open?: boolean
}) {
  const t = useTranslations('common')
  return (
    <dialog id={id} open={open} className="modal" aria-labelledby={`${id}-title`}>
      <div className={`modal-box ${wide ? 'max-w-3xl' : ''}`}>
        <form method="dialog" className="float-right">
          <button type="submit" className="btn btn-ghost btn-sm btn-square" aria-label={t('close')}>
            <Icon name="close" className="size-4" />
          </button>
        </form>
        <h2 id={`${id}-title`} className="mb-3 font-serif text-xl">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

/**
 * The attribute of a dialog that only its buttons close; the page script handles browsers without
 * `closedby`.
 */
export const BLOCKING = { closedby: 'none' } as object

/**
 * The attributes of a button that opens the dialog with that id; the page script handles browsers without
 * `command`.
 */
export function opens(dialogId: string) {
  return { type: 'button', command: 'show-modal', commandfor: dialogId } as { type: 'button' }
}

/** Text that was inserted. */
export function Inserted({ children }: { children: ReactNode }) {
  return <ins className="border-success/60 border-b bg-success/15 no-underline">{children}</ins>
}

/** Text that was deleted. */
export function Deleted({ children }: { children: ReactNode }) {
  return <del className="bg-error/10 text-error decoration-error/60">{children}</del>
}
