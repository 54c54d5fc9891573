import { UNSENT } from './stored-keys.ts'

/**
 * Stores unsent text in its tab until it has been sent, across reloads and network failures: comments on a
 * document and the first message of a chat.
 */

const FORMS = 'form[data-comment-form], form[data-ends-review], form[data-history-length]'

interface UnsentText {
  words: string
  /** The address of the page on which the text's form is open. */
  address?: string
  /** The position of its link in the document, by which several texts are ordered. */
  place?: number
  /** Whether the user tried to end the review while this text was unsent, and is sent back to it. */
  showNotice?: boolean
  /**
   * Whether the form was submitted. The text is deleted when the next page no longer has the form, or when
   * the form's history has another length.
   */
  sent?: boolean
  /** The length of the form's history, if the form stays on the page. */
  historyLength?: string
}

type Field = HTMLTextAreaElement | HTMLInputElement
const FIELDS = 'textarea, form[data-history-length] input[type="text"]'

const formOf = (area: Field) => area.closest<HTMLFormElement>(FORMS)
/** Identifies a form on its page: by the subject that it declares, or by its action. */
const subjectOf = ({ dataset, action }: HTMLFormElement) =>
  dataset.commentForm ?? (dataset.historyLength ? new URL(action).pathname : '')

/** The key prefix that all pages of a document's review share. */
const ownPrefix = () => `${UNSENT}${location.pathname.split('/').slice(0, 3).join('/')} `

/** The key of a field: the subject of its form, and its name. */
const keyOf = (area: Field) => `${ownPrefix()}${subjectOf(formOf(area)!)} ${area.name}`

const store = (key: string, unsent: UnsentText) => sessionStorage.setItem(key, JSON.stringify(unsent))
const storeField = (area: Field, additions: Partial<UnsentText> = {}) => {
  const { address, historyLength } = formOf(area)!.dataset
  const place = readText(keyOf(area))?.place ?? placeOf(address)
  store(keyOf(area), { words: area.value, address, place, historyLength, ...additions })
}
const readText = (key: string): UnsentText | null => JSON.parse(sessionStorage.getItem(key) ?? 'null')
/** The first field that differs from the form's initial state; null if there is none. */
export const changedField = (form: Element) =>
  [...form.querySelectorAll('textarea')].find(
    (area) => area.value !== area.defaultValue || readText(keyOf(area)) !== null,
  ) ?? null

const isField = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches(FIELDS)
const areas = () => [...document.querySelectorAll<Field>(FIELDS)].filter(formOf)

function storeTyped({ target }: Event) {
  if (!isField(target) || !formOf(target)) return
  if (target.value === target.defaultValue) sessionStorage.removeItem(keyOf(target))
  else storeField(target)
}

function markSent({ target, defaultPrevented }: Event) {
  if (defaultPrevented || !(target instanceof HTMLFormElement)) return
  if (!target.matches(FORMS)) return
  for (const area of areas())
    if (formOf(area) === target && area.value !== area.defaultValue) storeField(area, { sent: true })
}

function removeCancelled({ target }: Event) {
  const form = target instanceof Element && target.closest('[data-cancels]')?.closest('form')
  for (const area of form ? form.querySelectorAll('textarea') : []) sessionStorage.removeItem(keyOf(area))
}

/**
 * Restores stored texts, with a notice after a redirect. A returned form already contains its typed text.
 */
function restore() {
  for (const area of areas()) {
    const key = keyOf(area)
    const form = formOf(area)!
    const unsent = readText(key)
    if (!unsent) continue
    if (unsent.sent && unsent.historyLength !== form.dataset.historyLength) {
      sessionStorage.removeItem(key)
      continue
    }
    if (!form.querySelector('[aria-invalid="true"]')) area.value = unsent.words
    if (unsent.showNotice) showUnsentNotice(form)
    const { address, place, historyLength } = unsent
    store(key, { words: area.value, address, place, historyLength })
  }
}

export function showUnsentNotice(form: Element) {
  form.querySelector<HTMLElement>('[data-unsent]')!.hidden = false
}

/** The query parameters that select a form, without all others. */
function formParameters(address: string): string {
  const { searchParams } = new URL(address, location.href)
  return ['at', 'side', 'of'].map((name) => searchParams.get(name)).join(' ')
}

/** The links that open a form; other links keep the open form. */
const formLinks = () => document.querySelectorAll<HTMLAnchorElement>('a[data-quotes], a[id^="reply-"]')

const placeOf = (address = '') =>
  [...formLinks()].findIndex(({ href }) => formParameters(href) === formParameters(address))

/**
 * Finds the first unsent text of this document whose form is on another page. Marks the text, so that its
 * form shows a notice, and returns the address of that page; null if there is none.
 */
export function takeUnsentElsewhere(): string | null {
  const keysOnPage = new Set(areas().map(keyOf))
  const [firstUnsent] = Object.keys(sessionStorage)
    .filter((key) => key.startsWith(ownPrefix()) && !keysOnPage.has(key))
    .flatMap((key) => {
      const unsent = readText(key)!
      return unsent.address && !unsent.sent ? [{ key, unsent }] : []
    })
    .sort((one, other) => (one.unsent.place ?? 0) - (other.unsent.place ?? 0))
  if (!firstUnsent) return null
  store(firstUnsent.key, { ...firstUnsent.unsent, showNotice: true })
  return firstUnsent.unsent.address!
}

/** Whether the text's form should be on this page. */
const belongsToThisPage = ({ address }: UnsentText) =>
  Boolean(address && document.querySelector('[data-ends-review]')) &&
  formParameters(location.href) === formParameters(address!)

function removeStored(isObsolete: (key: string) => boolean) {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(UNSENT) && isObsolete(key)) sessionStorage.removeItem(key)
}

export function startUnsentText() {
  const keysOnPage = new Set(areas().map(keyOf))
  removeStored((key) => {
    const unsent = readText(key)!
    return (
      !keysOnPage.has(key) &&
      (Boolean(unsent.sent) || (key.startsWith(ownPrefix()) && belongsToThisPage(unsent)))
    )
  })
  restore()
  document.addEventListener('input', storeTyped)
  document.addEventListener('click', removeCancelled)
  document.addEventListener('submit', markSent)
}
