import { SEEN, type SeenPages } from './seen.ts'

/**
 * Before signing, a person must have read the pages. If every page has been on the screen, no confirmation
 * is required; otherwise they confirm that they have read the pages, here or in the file.
 */
export function waitForReading(place: HTMLElement) {
  const words = JSON.parse(place.dataset.words ?? '{}') as Record<string, string>
  const checkbox = place.querySelector<HTMLInputElement>('input')!
  const counter = place.querySelector<HTMLElement>('[data-seen]')!
  const validate = () =>
    checkbox.setCustomValidity(checkbox.required && !checkbox.checked ? (words.needed ?? '') : '')
  checkbox.addEventListener('change', validate)
  validate()
  document.addEventListener(SEEN, (event) => {
    const { seen, all } = (event as CustomEvent<SeenPages>).detail
    if (seen === all) {
      checkbox.required = false
      checkbox.closest('label')!.hidden = true
    }
    const text = (seen === all ? words.all : words.some) ?? ''
    counter.textContent = text.replace('{seen}', String(seen)).replace('{all}', String(all))
    validate()
  })
}
