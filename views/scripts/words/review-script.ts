import { isComposing } from '../../language/composing.ts'
import { startQuotes } from './quote-script.ts'
import { changedField, showUnsentNotice, startUnsentText, takeUnsentElsewhere } from './unsent-text-script.ts'

/** On pages of a review: keyboard navigation; and no answer while a text is unsent. */

/** The current entry of the list, or paragraph. A comment in the paper counts as its entry in the list. */
function currentStop(): Element | null {
  const active = document.activeElement
  const commentId = active?.closest('[id^="said-"]')?.id.slice('said-'.length)
  const listedEntry = commentId ? document.getElementById(`listed-${commentId}`) : active
  return (listedEntry ?? active)?.closest('[data-walk] li, section[id^="at-"]') ?? null
}

/** The links of the list if the focus is there; otherwise the paragraphs that can be commented on. */
function stopsAround(element: Element | null): HTMLElement[] {
  const listedLinks = [...document.querySelectorAll<HTMLElement>('[data-walk] li > a')]
  if (listedLinks.length && !element?.matches('section')) return listedLinks
  const sections = [...document.querySelectorAll<HTMLElement>('section[id^="at-"]')]
  return sections.filter((section) => section.querySelector('[data-quotes]'))
}

const KEYS_OFF = 'qishu-review-keys-off'
const keysOn = () => document.querySelector<HTMLInputElement>('[data-review-keys]')?.checked

/** j and k go to the next and the previous stop; t accepts and d declines the focused entry of the list. */
function onKey(event: KeyboardEvent) {
  const { target, key } = event
  const isTyping =
    target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !keysOn()) return
  const currentElement = currentStop()
  const allStops = stopsAround(currentElement)
  const currentIndex = currentElement ? allStops.findIndex((one) => currentElement.contains(one)) : -1
  if (key === 'j') allStops[currentIndex + 1]?.focus()
  if (key === 'k') allStops[Math.max(currentIndex - 1, 0)]?.focus()
  const value = { t: 'taken', d: 'declined' }[key]
  if (value && currentElement?.matches('li'))
    currentElement.querySelector<HTMLElement>(`button[value=${value}]`)?.click()
}

/** Escape closes a form without input. */
function onEscape(event: KeyboardEvent) {
  const { key, target } = event
  const form =
    key === 'Escape' &&
    !isComposing(event) &&
    target instanceof Element &&
    target.closest('form[data-comment-form]')
  if (form && !changedField(form)) form.querySelector<HTMLAnchorElement>('[data-cancels]')?.click()
}

/** Stops an answer while the user has unsent text, even if the form of that text is closed. */
function stopAnswer(event: Event) {
  if (!(event.target instanceof Element && event.target.matches('form[data-ends-review]'))) return
  const form = document.querySelector('form[data-comment-form]')
  const unsentField = form && changedField(form)
  const address = unsentField ? null : takeUnsentElsewhere()
  if (unsentField || address) event.preventDefault()
  if (unsentField) {
    showUnsentNotice(form)
    unsentField.focus()
  } else if (address) location.assign(address)
}

/** Continues at the beginning of the list if the entry that was decided has left the list. */
function focusListStart() {
  const { hash } = location
  if (hash.startsWith('#listed-') && !document.getElementById(hash.slice(1))) stopsAround(null)[0]?.focus()
}

function offerKeys() {
  const box = document.querySelector<HTMLInputElement>('[data-review-keys]')
  if (!box) return
  box.checked = localStorage.getItem(KEYS_OFF) === null
  box.closest('p')!.hidden = false
  box.addEventListener('change', () =>
    box.checked ? localStorage.removeItem(KEYS_OFF) : localStorage.setItem(KEYS_OFF, 'yes'),
  )
}

export function startReviewScripts() {
  // Registered before the script that counts a submitted text as sent.
  document.addEventListener('submit', stopAnswer)
  startUnsentText()
  offerKeys()
  focusListStart()
  startQuotes()
  document.addEventListener('keydown', onKey)
  document.addEventListener('keydown', onEscape)
}
