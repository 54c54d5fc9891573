import { isComposing } from '../language/composing.ts'

/** For the desk: the selected entries of a list, saved replies at the cursor, and keyboard shortcuts. */

const selectedNames = new Set<string>()
const BOXES = 'input[type="checkbox"][form="selected-entries"]'
const boxes = () => [...document.querySelectorAll<HTMLInputElement>(BOXES)]
const allBox = () => document.querySelector<HTMLInputElement>('[data-select-all] input')

function showSelection() {
  const count = boxes().filter(({ checked }) => checked).length
  const allBoxElement = allBox()
  if (allBoxElement) {
    allBoxElement.checked = count > 0 && count === boxes().length
    allBoxElement.indeterminate = count > 0 && count < boxes().length
  }
  const words = document.querySelector<HTMLElement>('[data-selected-count]')
  if (words) words.textContent = words.dataset.selectedCount!.replace('{count}', String(count))
}

function onChange({ target }: Event) {
  if (!(target instanceof HTMLInputElement)) return
  if (target === allBox()) for (const box of boxes()) box.checked = target.checked
  else if (!target.matches(BOXES)) return
  selectedNames.clear()
  for (const { name, checked } of boxes()) if (checked) selectedNames.add(name)
  showSelection()
}

/** Restores the selection after a list has been updated. */
function startSelection() {
  for (const label of document.querySelectorAll<HTMLElement>('[data-select-all]')) label.hidden = false
  for (const box of boxes()) if (selectedNames.has(box.name)) box.checked = true
  if (boxes().length) showSelection()
}

/** Sets the value in a way that an island notices. */
function write(field: HTMLTextAreaElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Inserts the named reply at the cursor, and selects the first remaining gap. */
function insertReply(picker: HTMLElement) {
  const field = document.getElementById(picker.dataset.replyPicker!)
  const input = picker.querySelector<HTMLInputElement>('input')!
  const language = picker.querySelector('select')!.value.replace('_', '-').toLowerCase()
  const query = input.value.trim().toLowerCase()
  const options = [...picker.querySelectorAll('datalist option')]
  const nameOf = (one: Element) => one.getAttribute('value')!.toLowerCase()
  const similarOptions = query ? options.filter((one) => nameOf(one).includes(query)) : []
  const namedOption = options.find((one) => nameOf(one) === query)
  const option = namedOption ?? (similarOptions.length === 1 ? similarOptions[0] : undefined)
  const text = option?.getAttribute(`data-${language}`) ?? null
  input.setCustomValidity(text === null ? (input.dataset.unknown ?? '') : '')
  if (text === null) return input.reportValidity()
  if (!(field instanceof HTMLTextAreaElement)) return
  const { selectionStart: selectionFrom, selectionEnd: selectionTo, value } = field
  write(field, value.slice(0, selectionFrom) + text + value.slice(selectionTo))
  input.value = ''
  field.focus()
  const gap = /\{\w+\}/.exec(text)
  const gapStart = selectionFrom + (gap ? gap.index : text.length)
  field.setSelectionRange(gapStart, gapStart + (gap ? gap[0].length : 0))
}

const pickerOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-reply-picker]') : null

function onClick(event: MouseEvent) {
  const picker = pickerOf(event.target)
  if (!picker || !(event.target as Element).closest('button')) return
  event.preventDefault()
  insertReply(picker)
}

const rows = () => [...document.querySelectorAll<HTMLTableRowElement>('#main tbody tr')]
const linkOf = (row?: HTMLTableRowElement) => row?.querySelector<HTMLAnchorElement>('a[href]')
const ROW_KEY = 'qishu-desk-row '

/** The index of the focused row, or else of the row that was opened last. */
function currentRow(): number {
  const focused = rows().findIndex((row) => row.contains(document.activeElement))
  return focused >= 0 ? focused : Number(sessionStorage.getItem(ROW_KEY + location.pathname) ?? -1)
}

function goToRow(step: number) {
  const list = rows()
  const focused = list.some((row) => row.contains(document.activeElement))
  const from = focused ? currentRow() + step : Math.max(0, currentRow())
  const index = Math.min(Math.max(0, from), list.length - 1)
  const link = linkOf(list[index])
  link?.focus()
  link?.scrollIntoView({ block: 'nearest' })
  sessionStorage.setItem(ROW_KEY + location.pathname, String(index))
}

function boxOfRow() {
  const row = rows()[currentRow()]
  return row?.contains(document.activeElement) ? row.querySelector<HTMLInputElement>(BOXES) : null
}

/** Takes entries: on the page of an entry that entry, on a list the selected rows or the focused one. */
function takeEntries() {
  const button = document.querySelector<HTMLElement>('#main [data-key="t"]')
  if (button) return button.click()
  const box = boxOfRow()
  if (!boxes().some(({ checked }) => checked) && box) box.checked = true
  if (boxes().some(({ checked }) => checked))
    document.querySelector<HTMLElement>('#selected-entries [value="take"]')?.click()
}

const PATHS_BY_KEY: Record<string, string> = {
  o: '/desk',
  r: '/desk/requests',
  a: '/desk/approvals',
  u: '/desk/authorisations',
  c: '/desk/chat',
  t: '/desk/consultations',
  f: '/desk/feedback',
  b: '/desk/orders?state=slip',
  p: '/desk/payments',
  i: '/desk/invoices',
}

const KEYS: Record<string, () => void> = {
  j: () => goToRow(1),
  k: () => goToRow(-1),
  x: () => boxOfRow()?.click(),
  t: takeEntries,
  n: () => document.querySelector<HTMLElement>('#main [data-key="n"]')?.click(),
  h: () => document.querySelector<HTMLElement>('#main [data-key="h"]')?.click(),
  r: () => document.querySelector<HTMLElement>('#main [data-key="r"]')?.focus(),
  a: () => document.querySelector<HTMLElement>('#answer, #words, #main [data-key="a"]')?.focus(),
  u: () => document.querySelector<HTMLElement>('nav a[aria-current="page"]')?.click(),
  '/': () => document.querySelector<HTMLElement>('#main input[type="search"]')?.focus(),
  '?': () => location.assign('/desk/keys'),
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"])'))

let isGoPending = false

function onKey(event: KeyboardEvent) {
  const { key, target } = event
  if (isComposing(event)) return
  const picker = pickerOf(target)
  if (key === 'Enter' && picker && target instanceof HTMLInputElement) {
    event.preventDefault()
    insertReply(picker)
  }
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
  if (document.querySelector('dialog[open]')) return
  if (isTyping(target)) {
    if (key === 'Escape') (target as HTMLElement).blur()
    return
  }
  if (document.cookie.includes('desk-keys=off')) return
  const isInRow = rows().some((row) => row.contains(document.activeElement))
  const action =
    isGoPending && PATHS_BY_KEY[key]
      ? () => location.assign(PATHS_BY_KEY[key]!)
      : isInRow && key === 'ArrowDown'
        ? KEYS.j
        : isInRow && key === 'ArrowUp'
          ? KEYS.k
          : KEYS[key]
  const wasGoPending = isGoPending
  isGoPending = key === 'g' && !wasGoPending
  if (!action || (!wasGoPending && key === 'g')) return
  event.preventDefault()
  action()
}

document.addEventListener('change', onChange)
document.addEventListener('click', onClick)
document.addEventListener('keydown', onKey)
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && pickerOf(target)) target.setCustomValidity('')
})
document.addEventListener('htmx:after:swap', startSelection)
startSelection()
