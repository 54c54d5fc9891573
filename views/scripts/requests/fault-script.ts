import type { Fault, FaultEvent } from '../../faults.ts'
import { toast } from '../toast.ts'
import { faultOf, isBlocking, wordsOf } from './call.ts'

/**
 * Reports faults between page and server: a toast, a line in the form, or the dialog about an expired
 * session.
 */

interface HtmxContext {
  sourceElement: Element
  /** The status; `error: …` if there was no response. */
  status?: string
  request: { signal: AbortSignal }
  response?: { status: number }
}

const contextOf = (event: Event) => (event as CustomEvent<{ ctx: HtmxContext }>).detail.ctx

let isLeaving = false

function showFault(fault: Fault, form?: HTMLFormElement | null) {
  if (isLeaving) return
  const words = wordsOf(fault)
  if (isBlocking(fault) && showLostLogin(words, fault)) return
  toast(words, 'error')
  if (!form) return
  const line = document.createElement('p')
  line.className = 'alert alert-error alert-soft mb-2 text-sm sm:col-span-full'
  line.dataset.fault = fault
  line.textContent = words
  form.prepend(line)
  // The line is scrolled into view, because the button of a long form is far below it.
  line.scrollIntoView({ block: 'nearest' })
}

/** Blocks the page with a dialog whose only button logs out, and returns here after the login. */
function showLostLogin(words: string, fault: Fault): boolean {
  const dialog = document.querySelector<HTMLDialogElement>('[data-lost-login]')
  const form = dialog?.querySelector('form')
  if (!dialog || !form) return false
  dialog.querySelector('p')!.textContent = words
  if (fault !== 'ACCESS_CHECK') dialog.querySelector('h2')!.textContent = dialog.dataset.frozen!
  const returnUrl = encodeURIComponent(location.pathname + location.search)
  form.action = `/logout?returnUrl=${encodeURIComponent(`/acct/login?returnUrl=${returnUrl}`)}`
  if (!dialog.open) dialog.showModal()
  return true
}

function removeLines(form: Element | null) {
  for (const line of form?.querySelectorAll('[data-fault]') ?? []) line.remove()
}

/** Does not swap in a faulty response, so that typed text is preserved. */
function onResponse(event: Event) {
  const { response, sourceElement } = contextOf(event)
  const fault = response && faultOf(response.status)
  if (!fault) return
  event.preventDefault()
  showFault(fault, sourceElement.closest('form'))
}

function onRequestEnd(event: Event) {
  const { status, request, sourceElement } = contextOf(event)
  if (!status?.startsWith('error: ')) return
  const { aborted, reason } = request.signal
  const fault = !aborted ? 'OTHER' : reason === 'timeout' ? 'REQUEST_TIMEOUT' : 'REQUEST_CANCELED'
  showFault(fault, sourceElement.closest('form'))
}

/**
 * Stops a form that would load a new page while offline, because the browser's error page would lose the
 * typed text.
 */
function blockOffline(event: SubmitEvent) {
  const form = event.target as HTMLFormElement
  if (navigator.onLine || form.method === 'dialog' || form.matches('[hx-post]') || event.defaultPrevented)
    return
  if (event.submitter?.matches('[hx-post]')) return
  event.preventDefault()
  removeLines(form)
  showFault('OTHER', form)
}

export function startFaults() {
  document.addEventListener('htmx:before:request', (event) =>
    removeLines(contextOf(event).sourceElement.closest('form')),
  )
  document.addEventListener('htmx:before:response', onResponse)
  document.addEventListener('htmx:finally:request', onRequestEnd)
  document.addEventListener('qishu:fault' satisfies FaultEvent, (event) => {
    showFault((event as CustomEvent<Fault>).detail)
  })
  document.addEventListener('submit', blockOffline)
  // Requests that end because the page is being left are no faults.
  addEventListener('beforeunload', () => {
    isLeaving = true
    setTimeout(() => {
      isLeaving = false
    }, 3000)
  })
}
