/** What is being written about a document, or as the first word to us, stays in its tab until it has been sent, over reloads and failures of the network. */

const KEPT = 'qishu-said '
const FORMS = 'form[data-comment-form], form[data-ends-review], form[data-keeps-words]'

/** The first field that says otherwise than the form came with; null where none does. */
export const changedIn = (form: Element) =>
  [...form.querySelectorAll('textarea')].find(({ value, defaultValue }) => value !== defaultValue) ?? null

interface Kept {
  words: string
  /** On its way: gone as soon as a page has come without its form. */
  sent?: boolean
}

const formOf = (area: HTMLTextAreaElement) => area.closest<HTMLFormElement>(FORMS)

/** Of a field: by the page, in a review by its document, what the form is about, and its name. */
function keyOf(area: HTMLTextAreaElement): string {
  const { commentForm = '' } = formOf(area)!.dataset
  return `${KEPT}${location.pathname.split('/').slice(0, 3).join('/')} ${commentForm} ${area.name}`
}

const keep = (key: string, kept: Kept) => sessionStorage.setItem(key, JSON.stringify(kept))
const read = (key: string): Kept | null => JSON.parse(sessionStorage.getItem(key) ?? 'null')
const areas = () => [...document.querySelectorAll<HTMLTextAreaElement>(`:is(${FORMS}) textarea`)]

function noteTyped({ target }: Event) {
  if (!(target instanceof HTMLTextAreaElement) || !formOf(target)) return
  if (target.value === target.defaultValue) sessionStorage.removeItem(keyOf(target))
  else keep(keyOf(target), { words: target.value })
}

function noteSent({ target, defaultPrevented }: Event) {
  if (defaultPrevented || !(target instanceof HTMLFormElement)) return
  // It is nobody's who comes after.
  if (new URL(target.action).pathname.endsWith('/logout')) return forget(() => true)
  if (!target.matches(FORMS)) return
  for (const area of target.querySelectorAll('textarea'))
    if (area.value !== area.defaultValue) keep(keyOf(area), { words: area.value, sent: true })
}

function forgetCancelled({ target }: Event) {
  const form = target instanceof Element && target.closest('[data-cancels]')?.closest('form')
  for (const area of form ? form.querySelectorAll('textarea') : []) sessionStorage.removeItem(keyOf(area))
}

/** A form that came back with what was typed has it; another gets it back. */
function restore() {
  for (const area of areas()) {
    const kept = read(keyOf(area))
    if (kept && !formOf(area)!.querySelector('[aria-invalid="true"]')) area.value = kept.words
  }
}

function forget(gone: (key: string) => boolean) {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(KEPT) && gone(key)) sessionStorage.removeItem(key)
}

export function startKeepingWords() {
  const here = new Set(areas().map(keyOf))
  forget((key) => Boolean(read(key)?.sent) && !here.has(key))
  restore()
  document.addEventListener('input', noteTyped)
  document.addEventListener('click', forgetCancelled)
  document.addEventListener('submit', noteSent)
}
