/** Leads the focus on where an answer has replaced the part of the page that had it. */
function leadFocus() {
  if (document.activeElement && document.activeElement !== document.body) return
  const next =
    document.querySelector<HTMLElement>('form[hx-post] [aria-invalid="true"]') ??
    document.querySelector<HTMLElement>('[data-next-field]')
  next?.focus()
}

/** Enter beside the graphic code asks for what stands beside it, the code; elsewhere it sends the form. */
function askOnEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.id !== 'captcha')
    return
  const button = event.target.form?.querySelector<HTMLButtonElement>('button[formaction="/acct/codes"]')
  if (!button) return
  event.preventDefault()
  if (!button.disabled) button.click()
}

export function startFocus() {
  document.addEventListener('htmx:after:swap', leadFocus)
  document.addEventListener('keydown', askOnEnter)
}
