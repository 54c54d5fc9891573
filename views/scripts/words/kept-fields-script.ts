import { KEPT_FIELDS } from './stored-keys.ts'

/**
 * Stores the input of a long form in the tab until the form is sent: across reloads, and when a phone closes
 * the page while the user reads a code in another app. Passwords and codes are never stored.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const NEVER_STORED =
  '[type=password], [type=hidden], [type=file], [type=checkbox], [autocomplete=one-time-code], #captcha'

const formOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLFormElement>('form[data-keeps]') : null
const keyOf = (form: HTMLFormElement) => `${KEPT_FIELDS}${form.dataset.keeps}`
const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (one) => one.matches('input, textarea, select') && !one.matches(NEVER_STORED),
  ) as Field[]

function keep({ target }: Event) {
  const form = formOf(target)
  if (!form) return
  const typed = fieldsOf(form).flatMap(({ name, value }) => (value ? [[name, value]] : []))
  sessionStorage.setItem(keyOf(form), JSON.stringify(Object.fromEntries(typed)))
}

/** A returned form already contains its input. The initial value of a date or a choice is overwritten. */
function restore(form: HTMLFormElement) {
  const stored = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}')
  for (const field of fieldsOf(form)) {
    const value = stored[field.name]
    if (value && (!field.value || field.matches('select, [type=date]'))) field.value = value
  }
}

export function startKeptFields() {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-keeps]')) restore(form)
  document.addEventListener('input', keep)
  // A refused form contains its text in the page, and the text is stored again with the next key press.
  document.addEventListener('submit', ({ target }) => {
    const form = formOf(target)
    if (form && navigator.onLine) sessionStorage.removeItem(keyOf(form))
  })
}
