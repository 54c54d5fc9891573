import { type ComponentType, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Hydrates every place on the page where the server rendered the island `name`. */
export function mount<P extends object>(name: string, component: ComponentType<P>) {
  for (const place of document.querySelectorAll(`[data-island="${name}"]`)) {
    const root = place.querySelector('[data-island-root]')
    const data = place.querySelector(':scope > script[type="application/json"]')
    if (root && data?.textContent) hydrateRoot(root, createElement(component, JSON.parse(data.textContent)))
  }
}
