import 'htmx.org'
import { startFilters } from '../list/filter-script.ts'
import { closeDropdowns, startAnchors } from './anchor-script.ts'
import { startCorrected } from './corrected-script.ts'
import { startFileNames } from './file-names-script.ts'
import { startFocus } from './focus-script.ts'
import { startKeepAlive } from './keep-alive-script.ts'
import { startLive } from './live-script.ts'
import { clearOnLogout } from './logout-script.ts'
import { startRefused } from './refused-script.ts'
import { startBusy } from './requests/busy-script.ts'
import { startFaults } from './requests/fault-script.ts'
import { startSigning } from './requests/sign-script.ts'
import { startRoutes } from './route-script.ts'
import { toast } from './toast.ts'
import { UNSENT } from './words/stored-keys.ts'
import { startWholePaste } from './words/whole-paste-script.ts'

/** The script of every page, for htmx and for what HTML alone cannot do. */

const NARROW_KEY = 'qishu-narrow'

/** Closes the menu. If the focus was inside, moves it to the button of the menu. */
function closeMenu() {
  const openMenu = document.querySelector<HTMLDetailsElement>('details[data-dropdown][open]')
  if (!openMenu) return
  openMenu.open = false
  openMenu.querySelector('summary')?.focus()
}

function closeOnEscape(event: KeyboardEvent) {
  if (event.key === 'Escape') closeMenu()
}

function keepBlocking(event: Event) {
  if ((event.target as Element).matches('[closedby="none"]')) event.preventDefault()
}

// Opens a dialog in browsers before 2026, which do not support `command` and `commandfor`.
function openDialogWhereUnsupported(event: Event) {
  if ('command' in HTMLButtonElement.prototype || !(event.target instanceof Element)) return
  const button = event.target.closest('button[commandfor]')
  const dialog = button && document.getElementById(button.getAttribute('commandfor')!)
  if (dialog instanceof HTMLDialogElement) dialog.showModal()
}

async function copyLink(event: Event) {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-copy-link]')
  if (!button) return
  await navigator.clipboard?.writeText(button.dataset.copyLink || location.href).catch(() => {})
  toast(button.dataset.copied!)
  closeNarrowNotice()
}

const narrowNotice = () => document.querySelector<HTMLDialogElement>('[data-narrow-notice]')

function closeNarrowNotice() {
  sessionStorage.setItem(NARROW_KEY, 'seen')
  narrowNotice()?.close()
}

function showNarrowNotice() {
  const notice = narrowNotice()
  if (notice && matchMedia('(max-width: 767px)').matches && !sessionStorage.getItem(NARROW_KEY))
    notice.showModal()
}

/** Counts down the seconds in an attribute of the element, and calls `show` with the seconds left. */
function countDown(element: HTMLElement, name: string, show: (secondsLeft: number) => void) {
  const end = Date.now() + Number(element.dataset[name]) * 1000
  delete element.dataset[name]
  const timer = setInterval(() => {
    const seconds = Math.ceil((end - Date.now()) / 1000)
    show(seconds)
    if (seconds < 1 || !element.isConnected) clearInterval(timer)
  }, 250)
}

/** Shows on the button the time until a code may be requested again. */
function startCountdowns() {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-countdown]')) {
    const label = button.dataset.label ?? button.textContent
    button.disabled = true
    countDown(button, 'countdown', (secondsLeft) => {
      button.textContent = secondsLeft > 0 ? `${label} (${secondsLeft})` : label
      button.disabled = secondsLeft > 0
    })
  }
}

/** A time such as 71:59:08. */
const clockText = (seconds: number) =>
  String(Math.floor(seconds / 3600)).padStart(2, '0') + new Date(seconds * 1000).toISOString().slice(13, 19)

/** The time left to pay. */
function startClocks() {
  for (const clock of document.querySelectorAll<HTMLElement>('[data-time-left]'))
    countDown(clock, 'timeLeft', (secondsLeft) => {
      clock.textContent = secondsLeft > 0 ? clockText(secondsLeft) : clock.dataset.timeOver!
    })
}

const FILLABLE_DIALOG = 'dialog[data-opens-when-filled]'

/** Opens the dialog of a loaded fragment; a closed dialog is emptied. */
function openFilledDialog() {
  const dialog = document.querySelector<HTMLDialogElement>(FILLABLE_DIALOG)
  if (!dialog || dialog.open || !dialog.querySelector('#action-body > *')) return
  closeMenu()
  dialog.showModal()
  // A dialog that is taller than the window gets the focus itself, so that it can be scrolled.
  dialog.querySelector<HTMLElement>('[autofocus], :is(input, select, textarea):not([type=hidden])')?.focus()
}

function emptyDialog(event: Event) {
  if ((event.target as Element).matches(FILLABLE_DIALOG))
    document.getElementById('action-body')?.replaceChildren()
}

/** The Cancel link leads back if the form is a page; in a dialog it closes the dialog. */
function closeByLink(event: Event) {
  const link = event.target instanceof Element && event.target.closest('dialog [data-closes-dialog]')
  if (!link) return
  event.preventDefault()
  link.closest('dialog')?.close()
}

/** Matches forms whose texts are stored, and the controls for moving through a review. */
const TEXT_FORMS =
  'form:is([data-keeps], [data-comment-form], [data-ends-review], [data-history-length]), [data-review-keys], [data-walk], [data-quotes]'

/**
 * Loads the proof of work of a captcha and the script for words, each once and only if the page needs it.
 */
function loadParts() {
  const { wordsScript } = document.body.dataset
  const hasUnsentText = () => Object.keys(sessionStorage).some((key) => key.startsWith(UNSENT))
  if (wordsScript && (document.querySelector(TEXT_FORMS) || hasUnsentText()))
    void import(/* @vite-ignore */ wordsScript)
  const source = document.getElementById('captcha-part')?.dataset.proofScript
  if (source) void import(/* @vite-ignore */ source)
}

/** Whether the browser needs `older-script.ts`. */
const lacksParts = () => !('popover' in HTMLElement.prototype) || !CSS.supports('selector(:has(a))')

/** Runs on a new page and after each htmx swap. */
function startParts() {
  startCountdowns()
  startFileNames()
  startClocks()
  loadParts()
}

document.addEventListener('click', closeByLink)
document.addEventListener('click', ({ target }) => closeDropdowns(target as Node))
document.addEventListener('click', openDialogWhereUnsupported)
document.addEventListener('click', copyLink)
document.addEventListener('click', (event) => {
  if ((event.target as Element).closest('[data-narrow-continue]')) closeNarrowNotice()
})
document.addEventListener('keydown', closeOnEscape)
// A blocking dialog must be answered by its buttons, so Escape does not close it.
document.addEventListener('cancel', keepBlocking, true)
document.addEventListener('htmx:after:swap', startParts)
document.addEventListener('htmx:after:swap', openFilledDialog)
document.addEventListener('close', emptyDialog, true)
startParts()
if (lacksParts()) void import(/* @vite-ignore */ document.body.dataset.olderScript!)
startKeepAlive()
startFaults()
startSigning()
startFilters()
startFocus()
startRefused()
startBusy()
startCorrected()
startWholePaste()
startRoutes()
clearOnLogout()
startAnchors()
startLive()
showNarrowNotice()
