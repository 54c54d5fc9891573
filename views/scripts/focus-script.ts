import { isComposing } from '../language/composing.ts'

/** The form that was sent last, until its response is on the page. */
let sentForm: HTMLFormElement | null = null

function recordSentForm(event: Event) {
  if (event.target instanceof HTMLFormElement) sentForm = event.target
}

const firstFault = (root: ParentNode) => root.querySelector<HTMLElement>('[aria-invalid="true"]')

function moveFocus(target: HTMLElement | null) {
  target?.focus({ preventScroll: true })
  // The text of a password field is selected so that typing replaces it, because masked text cannot be
  // corrected.
  if (target instanceof HTMLInputElement && target.type === 'password') target.select()
  target?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/**
 * Focuses the first invalid field of a returned form, which may be far above the button. Restores the focus
 * if the response has replaced the element that had it.
 */
function restoreFocus() {
  const fault = sentForm?.isConnected ? firstFault(sentForm) : null
  sentForm = null
  if (fault) return moveFocus(fault)
  if (document.activeElement && document.activeElement !== document.body) return
  const nextFocus =
    document.querySelector<HTMLElement>('form[hx-post] [aria-invalid="true"]') ??
    document.querySelector<HTMLElement>('[data-next-field]')
  nextFocus?.focus()
}

/** By field id: the button that Enter presses in the field, if it is not the first button of the form. */
const BUTTON_BY_FIELD: Record<string, string> = {
  captcha: 'button[formaction="/acct/codes"]',
  accessCode: 'button[value="access"]',
}

/** Makes Enter in the captcha's box request the code; elsewhere Enter sends the form. */
function requestCodeOnEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || isComposing(event) || !(event.target instanceof HTMLInputElement)) return
  const enterButton = BUTTON_BY_FIELD[event.target.id]
  const button = enterButton && event.target.form?.querySelector<HTMLButtonElement>(enterButton)
  if (!button) return
  event.preventDefault()
  if (!button.disabled) button.click()
}

export function startFocus() {
  document.addEventListener('submit', recordSentForm, true)
  document.addEventListener('htmx:after:swap', restoreFocus)
  document.addEventListener('keydown', requestCodeOnEnter)
  // For a form whose response was a new page.
  moveFocus(document.querySelector('form[method="post"] [aria-invalid="true"]'))
}
