import type { ReactNode } from 'react'
import { Icon } from '#views/icons.tsx'

interface Props {
  tone: 'success' | 'warning'
  title: string
  children: ReactNode
}

/** The result of a step: an icon, a text and the time. */
export function StepHead({ tone, title, children }: Props) {
  return (
    <div className="flex items-center gap-4">
      <span
        className={`grid size-12 shrink-0 place-items-center rounded-full border-2 ${tone === 'success' ? 'border-success text-success' : 'border-warning text-warning'}`}
      >
        <Icon name={tone === 'success' ? 'check' : 'info'} className="size-7" />
      </span>
      <div>
        <h1 className="font-serif text-2xl">{title}</h1>
        <p className="text-base-content/75 tabular-nums">{children}</p>
      </div>
    </div>
  )
}
