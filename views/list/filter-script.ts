/** The search box of a list waits for the end of a composition, and its filters for the network. */
export function startFilters() {
  const box = document.getElementById('keyword')
  // While an input method composes, the box contains letters that are not the search text.
  box?.addEventListener(
    'input',
    (event) => {
      if ((event as InputEvent).isComposing) event.stopPropagation()
    },
    true,
  )
  box?.addEventListener('compositionend', () => box.dispatchEvent(new Event('input')))
  // A line in the form reports that the request failed.
  addEventListener('online', () =>
    document.querySelector('search [data-fault]')?.closest('form')?.requestSubmit(),
  )
}
