import { isComposing } from '../language/composing.ts'

/** The form that was sent last, until its response is on the page. */
let sent: HTMLFormElement | null = null

function noteSent(event: Event) {
  if (event.target instanceof HTMLFormElement) sent = event.target
}

const firstFault = (root: ParentNode) => root.querySelector<HTMLElement>('[aria-invalid="true"]')

function lead(to: HTMLElement | null) {
  to?.focus({ preventScroll: true })
  // Masked text cannot be corrected, so it is selected, and typing replaces it.
  if (to instanceof HTMLInputElement && to.type === 'password') to.select()
  to?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/**
 * Focuses the first invalid field of a returned form, which may be far above the button. Restores the focus
 * if the response has replaced the element that had it.
 */
function leadFocus() {
  const fault = sent?.isConnected ? firstFault(sent) : null
  sent = null
  if (fault) return lead(fault)
  if (document.activeElement && document.activeElement !== document.body) return
  const next =
    document.querySelector<HTMLElement>('form[hx-post] [aria-invalid="true"]') ??
    document.querySelector<HTMLElement>('[data-next-field]')
  next?.focus()
}

/** The button that Enter presses in a field, where it is not the form's first. */
const BUTTON_OF: Record<string, string> = {
  captcha: 'button[formaction="/acct/codes"]',
  accessCode: 'button[value="access"]',
}

/** Enter in the box of the captcha requests the code; elsewhere it sends the form. */
function requestCodeOnEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || isComposing(event) || !(event.target instanceof HTMLInputElement)) return
  const beside = BUTTON_OF[event.target.id]
  const button = beside && event.target.form?.querySelector<HTMLButtonElement>(beside)
  if (!button) return
  event.preventDefault()
  if (!button.disabled) button.click()
}

export function startFocus() {
  document.addEventListener('submit', noteSent, true)
  document.addEventListener('htmx:after:swap', leadFocus)
  document.addEventListener('keydown', requestCodeOnEnter)
  // For a form whose response was a new page.
  lead(document.querySelector('form[method="post"] [aria-invalid="true"]'))
}
