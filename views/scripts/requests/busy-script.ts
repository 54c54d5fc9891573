/** Shows on a pressed button that the click was received; views/theme.css draws this after 200 ms. */

/**
 * Milliseconds after which a button is usable again: a form that downloads a file does not replace its page.
 */
const MAX_BUSY_TIME = 10_000

function clearBusy() {
  for (const button of document.querySelectorAll('[data-busy]')) {
    button.removeAttribute('data-busy')
    button.removeAttribute('aria-busy')
  }
}

function mark(button: Element | null) {
  if (!button?.matches('.btn')) return
  button.setAttribute('data-busy', document.getElementById('toasts')?.dataset.busyWords ?? '')
  button.setAttribute('aria-busy', 'true')
  setTimeout(clearBusy, MAX_BUSY_TIME)
}

export function startBusy() {
  let pressedButton: Element | null = null
  document.addEventListener(
    'submit',
    (event) => {
      pressedButton = event.submitter
    },
    true,
  )
  document.addEventListener('submit', (event) => {
    const { method, target } = event.target as HTMLFormElement
    if (!event.defaultPrevented && method !== 'dialog' && target !== '_blank') mark(event.submitter)
  })
  document.addEventListener('htmx:before:request', (event) => {
    const { sourceElement } = (event as CustomEvent<{ ctx: { sourceElement: Element } }>).detail.ctx
    mark(sourceElement.matches('form') ? pressedButton : sourceElement)
  })
  document.addEventListener('htmx:finally:request', clearBusy)
  // Runs when the browser restores the page from its cache.
  addEventListener('pageshow', clearBusy)
}
