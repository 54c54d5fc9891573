import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import { useTranslations } from '../language.tsx'

type Direction = 'up' | 'down' | 'first' | 'last'

interface Props {
  id: string
  action: string
  ways: readonly Direction[]
  /** Hidden fields that are sent with the form. */
  children?: ReactNode
}

/** The form that moves a row from its menu. Dragging a row submits it too. */
export function MoveForm({ id, action, ways, children }: Props) {
  const t = useTranslations('common.list.move')
  return (
    <form method="post" action={action} className="block p-0" data-moves={id}>
      {children}
      {ways.map((way) => (
        <button key={way} type="submit" name="to" value={way} className="w-full px-3 py-1.5 text-start">
          {t(way)}
        </button>
      ))}
    </form>
  )
}

/** The handle by which a mouse drags a row. */
export const DragHandle = ({ id }: { id: string }) => (
  <span
    draggable
    data-drags={id}
    aria-hidden="true"
    className="-ml-1 cursor-grab text-base-content/40 max-xl:hidden"
  >
    <Icon name="grip" className="mt-1 size-4" />
  </span>
)
