import type { KeyboardEvent } from 'react'

/** Arrow keys, Home and End walk through the items of an open menu; Esc and Tab close it. */
export function onMenuKey(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')].filter(
    // Some are only for a narrow screen.
    (item) => item.offsetParent,
  )
  const at = items.indexOf(document.activeElement as HTMLElement)
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
  const to = steps[event.key]
  if (event.key === 'Tab') return close()
  if (event.key !== 'Escape' && to === undefined) return
  event.preventDefault()
  event.stopPropagation()
  if (to === undefined) close()
  else items.at(to % items.length)?.focus()
}
