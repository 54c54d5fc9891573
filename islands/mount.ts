import { type ComponentType, createElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Remains } from './remains.tsx'

const removeStartingNotice = () => document.getElementById('starting')?.remove()

const remains = (root: Element, children: ReactNode) => createElement(Remains, { root, children })

/** Hydrates every element in which the server rendered the island `name`. */
export function mount<P extends object>(name: string, component: ComponentType<P>) {
  for (const { root, props } of placesOf(name))
    hydrateRoot(root, remains(root, createElement(component, props as P)))
  removeStartingNotice()
}

/**
 * Replaces a plain form by the island while the user may be typing. The typed text is passed as `words` and
 * a chosen file as `file`, and the cursor keeps its position.
 */
export function mountOver<P extends { words?: string; file?: File }>(
  name: string,
  component: ComponentType<P>,
) {
  for (const { root, props } of placesOf(name)) {
    const plainBox = root.querySelector('textarea')
    const caret = plainBox === document.activeElement ? plainBox?.selectionStart : undefined
    const file = root.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0]
    const merged = { ...props, words: plainBox?.value, file } as P
    flushSync(() => createRoot(root).render(remains(root, createElement(component, merged))))
    if (caret === undefined) continue
    const field = root.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(caret, caret)
  }
  removeStartingNotice()
}

function placesOf(name: string): { root: Element; props: object }[] {
  return [...document.querySelectorAll(`[data-island="${name}"]`)].flatMap((place) => {
    const root = place.querySelector('[data-island-root]')
    const data = place.querySelector(':scope > script[type="application/json"]')
    return root && data?.textContent ? [{ root, props: JSON.parse(data.textContent) }] : []
  })
}
