import type { Fault, FaultEvent } from '../faults.ts'
import { toast } from './toast.ts'

/**
 * Tells what went wrong between page and server: a toast, a line that stays in the form, or a lost login's
 * dialog.
 */

interface HtmxContext {
  sourceElement: Element
  /** `error: …` when no answer came. */
  status?: string
  request: { signal: AbortSignal }
  response?: { status: number }
}

const OF_STATUS: Record<number, Fault> = { 401: 'ACCESS_CHECK', 408: 'REQUEST_TIMEOUT', 503: 'UNAVAILABLE' }
const OF_ERROR: Record<string, Fault> = { TimeoutError: 'REQUEST_TIMEOUT', AbortError: 'REQUEST_CANCELED' }

/** Undefined for an answer that its page understands. */
const faultOf = (status: number) => OF_STATUS[status] ?? (status >= 500 ? 'OTHER' : undefined)

const contextOf = (event: Event) => (event as CustomEvent<{ ctx: HtmxContext }>).detail.ctx

let leaving = false

function wordsOf(fault: Fault): string {
  const words = JSON.parse(document.getElementById('toasts')?.dataset.faults ?? '{}')
  const offline = fault === 'OTHER' && !navigator.onLine
  return offline ? `${words.OTHER} ${words.OFFLINE}` : (words[fault] ?? '')
}

function tell(fault: Fault, form?: HTMLFormElement | null) {
  if (leaving) return
  if (fault === 'ACCESS_CHECK' && showLostLogin()) return
  const words = wordsOf(fault)
  toast(words, 'error')
  if (!form) return
  const line = document.createElement('p')
  line.className = 'alert alert-error alert-soft mb-2 text-sm sm:col-span-full'
  line.dataset.fault = fault
  line.textContent = words
  form.prepend(line)
}

/** Blocks the page; its one button logs out and returns here after the login. */
function showLostLogin(): boolean {
  const dialog = document.querySelector<HTMLDialogElement>('[data-lost-login]')
  const form = dialog?.querySelector('form')
  if (!dialog || !form) return false
  const back = encodeURIComponent(location.pathname + location.search)
  form.action = `/logout?returnUrl=${encodeURIComponent(`/acct/login?returnUrl=${back}`)}`
  if (!dialog.open) dialog.showModal()
  return true
}

function forget(form: Element | null) {
  for (const line of form?.querySelectorAll('[data-fault]') ?? []) line.remove()
}

/** An answer that is no part of this page is not put into it: what was typed stays. */
function hearAnswer(event: Event) {
  const { response, sourceElement } = contextOf(event)
  const fault = response && faultOf(response.status)
  if (!fault) return
  event.preventDefault()
  tell(fault, sourceElement.closest('form'))
}

function hearEnd(event: Event) {
  const { status, request, sourceElement } = contextOf(event)
  if (!status?.startsWith('error: ')) return
  const { aborted, reason } = request.signal
  const fault = !aborted ? 'OTHER' : reason === 'timeout' ? 'REQUEST_TIMEOUT' : 'REQUEST_CANCELED'
  tell(fault, sourceElement.closest('form'))
}

/** A form that loads a new page would end on the browser's own error page, with everything typed gone. */
function holdBackOffline(event: SubmitEvent) {
  const form = event.target as HTMLFormElement
  if (navigator.onLine || form.method === 'dialog' || form.matches('[hx-post]') || event.defaultPrevented)
    return
  if (event.submitter?.matches('[hx-post]')) return
  event.preventDefault()
  forget(form)
  tell('OTHER', form)
}

export function startFaults() {
  document.addEventListener('htmx:before:request', (event) =>
    forget(contextOf(event).sourceElement.closest('form')),
  )
  document.addEventListener('htmx:before:response', hearAnswer)
  document.addEventListener('htmx:finally:request', hearEnd)
  document.addEventListener('qishu:fault' satisfies FaultEvent, (event) => {
    const { detail } = event as CustomEvent<number | string>
    tell((typeof detail === 'number' ? faultOf(detail) : OF_ERROR[detail]) ?? 'OTHER')
  })
  document.addEventListener('submit', holdBackOffline)
  // Whatever a page asks for when it is being left ends unanswered, which is nobody's fault.
  addEventListener('beforeunload', () => {
    leaving = true
    setTimeout(() => {
      leaving = false
    }, 3000)
  })
}
