/** The filters of lists: they wait for the end of a composition, and for the network. */

const isFilter = (target: EventTarget | null) =>
  target instanceof Element && target.closest('form[data-filter]') !== null

let unanswered: HTMLFormElement | undefined

export function startFilters() {
  // While an input method composes, the box holds letters that nobody wants to search for.
  document.addEventListener(
    'input',
    (event) => {
      if ((event as InputEvent).isComposing && isFilter(event.target)) event.stopPropagation()
    },
    true,
  )
  document.addEventListener('compositionend', ({ target }) => {
    if (isFilter(target)) target?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  document.addEventListener('htmx:finally:request', (event) => {
    const { sourceElement } = (event as CustomEvent).detail.ctx
    if (!navigator.onLine && isFilter(sourceElement)) unanswered = sourceElement
  })
  addEventListener('online', () => {
    unanswered?.requestSubmit()
    unanswered = undefined
  })
}
