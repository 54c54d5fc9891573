import type { KeyboardEvent } from 'react'

/** Arrow keys, Home and End move between the items of an open menu; Esc and Tab close it. */
export function onMenuKey(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')].filter(
    // Skips items that are hidden, because some are for narrow screens only.
    (item) => item.offsetParent,
  )
  const index = items.indexOf(document.activeElement as HTMLElement)
  const indexByKey: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }
  const newIndex = indexByKey[event.key]
  if (event.key === 'Tab') return close()
  if (event.key !== 'Escape' && newIndex === undefined) return
  event.preventDefault()
  event.stopPropagation()
  if (newIndex === undefined) close()
  else items.at(newIndex % items.length)?.focus()
}
