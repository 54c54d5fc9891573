import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import { useTranslations } from '../language.tsx'

type Way = 'up' | 'down' | 'first' | 'last'

interface Props {
  id: string
  action: string
  ways: readonly Way[]
  /** Fields that go along. */
  children?: ReactNode
}

/** The ways to move a row, in its menu; a row that is dragged sends the same form. */
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

/** What a row is dragged by, where there is a mouse. */
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
