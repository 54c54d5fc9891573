import { type ComponentType, createElement } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

const started = () => document.getElementById('starting')?.remove()

/** Hydrates every place on the page where the server rendered the island `name`. */
export function mount<P extends object>(name: string, component: ComponentType<P>) {
  for (const { root, props } of placesOf(name)) hydrateRoot(root, createElement(component, props as P))
  started()
}

/** Puts the island in place of a plain form that does the same; what was typed into it meanwhile stays as `words`. */
export function mountOver<P extends { words?: string }>(name: string, component: ComponentType<P>) {
  for (const { root, props } of placesOf(name)) {
    const words = root.querySelector('textarea')?.value
    createRoot(root).render(createElement(component, { ...props, words } as P))
  }
  started()
}

function placesOf(name: string): { root: Element; props: object }[] {
  return [...document.querySelectorAll(`[data-island="${name}"]`)].flatMap((place) => {
    const root = place.querySelector('[data-island-root]')
    const data = place.querySelector(':scope > script[type="application/json"]')
    return root && data?.textContent ? [{ root, props: JSON.parse(data.textContent) }] : []
  })
}
