/**
 * Steps around the home page, asked for by a button or an address, or due; what shows them is loaded only
 * then.
 */
async function start(button: HTMLElement) {
  await import(/* @vite-ignore */ button.dataset.tourSteps!)
  button.dispatchEvent(new CustomEvent('tour-asked', { bubbles: true }))
  const { tourFirst } = button.dataset
  if (!tourFirst) return
  delete button.dataset.tourFirst
  await fetch(tourFirst, { method: 'POST', body: new URLSearchParams(), keepalive: true }).catch(() => {})
}

// On a phone the steps would cover what they point at.
const isWide = matchMedia('(min-width: 768px)').matches
const address = new URL(location.href)
const isAsked = address.searchParams.has('tour')
// Asked for once: the page loaded or come back to again is only itself.
address.searchParams.delete('tour')
if (isAsked) history.replaceState(history.state, '', address)

for (const button of document.querySelectorAll<HTMLElement>('button[data-tour]')) {
  button.hidden = false
  button.addEventListener('click', () => void start(button))
  if (isAsked || (isWide && button.dataset.tourFirst)) void start(button)
}
