import { KEPT_FIELDS } from './stored-keys.ts'

/**
 * Stores the input of a long form in the tab until the form is sent: across reloads, and when a phone closes
 * the page while the user reads a code in another app. Passwords, codes, files, checkboxes and hidden fields
 * are never stored.
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

/**
 * A field that already has a value keeps it, because the server has sent a refused form back with its input;
 * except a date or a choice, which may have an initial value.
 */
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
  // The copy is removed before the server has accepted the form, because a refused form comes back with its
  // text, which is stored again with the next key press.
  document.addEventListener('submit', ({ target }) => {
    const form = formOf(target)
    if (form && navigator.onLine) sessionStorage.removeItem(keyOf(form))
  })
}
