import type { Label } from '../choices.ts'
import type { Colour } from '../schema.ts'

const DOT_CLASSES: Record<Colour, string> = {
  grey: 'bg-secondary',
  red: 'bg-primary',
  blue: 'bg-info',
  green: 'bg-success',
  yellow: 'bg-warning',
  brown: 'bg-accent',
}

/** A tag: its name, with a dot of its colour. */
export function TagMark({ label: { name, colour } }: { label: Pick<Label, 'name' | 'colour'> }) {
  return (
    <span title={name} className="inline-flex min-w-0 max-w-40 items-center gap-1 text-xs">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${DOT_CLASSES[colour]}`} />
      <span className="truncate">{name}</span>
    </span>
  )
}
