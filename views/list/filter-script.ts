/** The search box of a list waits until a composition has ended, and the filters wait for the network. */
export function startFilters() {
  const box = document.getElementById('keyword')
  // While an input method is composing, the box contains letters that are not the search text.
  box?.addEventListener(
    'input',
    (event) => {
      if ((event as InputEvent).isComposing) event.stopPropagation()
    },
    true,
  )
  box?.addEventListener('compositionend', () => box.dispatchEvent(new Event('input')))
  // If the request failed, a line in the form reports it.
  addEventListener('online', () =>
    document.querySelector('search [data-fault]')?.closest('form')?.requestSubmit(),
  )
}
