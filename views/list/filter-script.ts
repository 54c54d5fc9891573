/** The filters of lists: they wait for the end of a composition, and for the network. */

const FORM = 'form[data-filter]'

const inFilter = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLFormElement>(FORM) : null

/** While an input method composes, the box holds letters that nobody wants to search for. */
function holdBack(event: Event) {
  if ((event as InputEvent).isComposing && inFilter(event.target)) event.stopPropagation()
}

function askAfterComposing(event: Event) {
  if (inFilter(event.target)) event.target?.dispatchEvent(new Event('input', { bubbles: true }))
}

const unanswered = new Set<HTMLFormElement>()

function noteUnanswered(event: Event) {
  const { status, sourceElement } = (event as CustomEvent).detail.ctx
  const form = inFilter(sourceElement)
  if (!form) return
  if (String(status).startsWith('error: ') && !navigator.onLine) unanswered.add(form)
  else unanswered.delete(form)
}

function noteOffline(event: Event) {
  const form = inFilter(event.target)
  if (form && !navigator.onLine) unanswered.add(form)
}

function askAgain() {
  for (const form of unanswered) if (form.isConnected) form.requestSubmit()
  unanswered.clear()
}

export function startFilters() {
  document.addEventListener('input', holdBack, true)
  document.addEventListener('compositionend', askAfterComposing)
  document.addEventListener('htmx:finally:request', noteUnanswered)
  document.addEventListener('submit', noteOffline, true)
  addEventListener('online', askAgain)
}
