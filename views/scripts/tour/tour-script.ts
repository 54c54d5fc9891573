import { call } from '../requests/call.ts'

/**
 * Starts the guided tour of the home page: by a button, by an address, or automatically. The code of the
 * tour is loaded only then.
 */
async function start(button: HTMLElement) {
  await import(/* @vite-ignore */ button.dataset.tourSteps!)
  button.dispatchEvent(new CustomEvent('tour-asked', { bubbles: true }))
  const { tourFirst } = button.dataset
  if (!tourFirst) return
  delete button.dataset.tourFirst
  await call(tourFirst, { method: 'POST', body: new URLSearchParams(), keepalive: true }).catch(() => {})
}

// On a phone the steps would cover the elements that they explain.
const isWide = matchMedia('(min-width: 768px)').matches
const address = new URL(location.href)
const isTourRequested = address.searchParams.has('tour')
// Removes the parameter, so that a reload or Back does not start the tour again.
address.searchParams.delete('tour')
if (isTourRequested) history.replaceState(history.state, '', address)

for (const button of document.querySelectorAll<HTMLElement>('button[data-tour]')) {
  button.hidden = false
  button.addEventListener('click', () => void start(button))
  if (isTourRequested || (isWide && button.dataset.tourFirst)) void start(button)
}
