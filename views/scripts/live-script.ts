/**
 * Receives server-sent events while the page is open: red dots of the menu, chat messages. One tab holds the
 * stream for all tabs of a browser.
 */

import { call } from './requests/call.ts'

const LIVE = '/live'
const A_MINUTE = 60_000
/** Delay, so that a page that is left at once opens no stream. */
const SOON = 1000

interface QueueState {
  waiting: number
  overdue: number
}

type WaitingItems = Record<string, boolean> & { queues?: Record<string, QueueState> }
/**
 * A live event: the menu entries with waiting items; a conversation in which the other person is typing; or
 * null for a new message, after which the page fetches its content.
 */
type LiveEvent = WaitingItems | { typing: string } | null

const dots = () => document.querySelectorAll<HTMLElement>('[data-waits]')

const isTyping = (event: LiveEvent): event is { typing: string } => typeof event?.typing === 'string'

/** Whether the entry waits; with a leading `!`, whether it does not. */
const holds = (waits: WaitingItems, name: string) => (name[0] === '!' ? !waits[name.slice(1)] : waits[name])

/** Fetched chat messages count as read, so fetching waits until the page is visible. */
function whenVisible(work: () => void) {
  if (document.hidden) document.addEventListener('visibilitychange', work, { once: true })
  else work()
}

/** The counts of the desk's menu and of its overview, and of the page's own queue in the title. */
function showQueues(queues: Record<string, QueueState>) {
  let sum = 0
  for (const count of document.querySelectorAll<HTMLElement>('[data-queue]')) {
    const { waiting, overdue } = queues[count.dataset.queue!] ?? { waiting: 0, overdue: 0 }
    if (count.closest('nav')) sum += waiting
    count.hidden = !waiting
    count.toggleAttribute('data-late', overdue > 0)
    count.firstElementChild!.textContent = waiting > 999 ? '999+' : String(waiting)
    ;(count.lastElementChild as HTMLElement).hidden = !overdue
    if (count.closest('[aria-current=page]'))
      document.title = document.title.replace(/^(\(\d+\) )?/, waiting ? `(${waiting}) ` : '')
  }
  const all = document.querySelector<HTMLElement>('[data-all-queues]')
  if (!all) return
  all.hidden = !sum
  all.firstElementChild!.textContent = String(sum)
}

function show(waits: LiveEvent) {
  if (!waits) return whenVisible(() => document.dispatchEvent(new Event('live-chat')))
  if (isTyping(waits)) return document.dispatchEvent(new CustomEvent('live-typing', { detail: waits.typing }))
  for (const dot of dots()) dot.hidden = !holds(waits, dot.dataset.waits!)
  showQueues(waits.queues ?? {})
}

/** Message by which a new tab announces itself to the others. */
const JOINED = 'joined'

/** Listens until `over` is aborted because the page is left. */
async function receiveEvents(over: AbortSignal) {
  const others = new BroadcastChannel('live')
  over.addEventListener('abort', () => others.close())
  /** The last state that the listening tab has received; a new tab may have missed it. */
  let last: WaitingItems | undefined
  others.onmessage = ({ data }) => {
    if (data !== JOINED) return show(data)
    if (last) for (const event of [last, null]) others.postMessage(event)
  }
  others.postMessage(JOINED)
  const listen = () =>
    listenAndPoll(over, (event) => {
      if (event && !isTyping(event)) last = event
      show(event)
      others.postMessage(event)
    })
  // Without locks, as on a plain http address, each tab listens for itself.
  if (!navigator.locks) return listen()
  await navigator.locks.request('live', { signal: over }, listen).catch(() => {})
}

/** Listens to the stream, to which the browser reconnects; polls once a minute if no stream is possible. */
async function listenAndPoll(over: AbortSignal, notify: (event: LiveEvent) => void) {
  while (!over.aborted) {
    if ('EventSource' in window) await streamed(over, notify)
    await pause(A_MINUTE, over)
    if (!over.aborted && !document.hidden && !(await poll(over, notify))) return
  }
}

function streamed(over: AbortSignal, notify: (event: LiveEvent) => void): Promise<void> {
  return new Promise((done) => {
    const stream = new EventSource(LIVE)
    const end = () => {
      stream.close()
      done()
    }
    over.addEventListener('abort', end)
    // Fetches messages that came before, or while there was no stream.
    stream.onopen = () => notify(null)
    stream.addEventListener('chat', () => notify(null))
    stream.addEventListener('typing', ({ data }) => notify({ typing: JSON.parse(data).conversation }))
    stream.addEventListener('todo', ({ data }) => notify(JSON.parse(data)))
    stream.onerror = () => stream.readyState === EventSource.CLOSED && end()
  })
}

/** Polls once. False when the person is no longer logged in. */
async function poll(over: AbortSignal, notify: (event: LiveEvent) => void): Promise<boolean> {
  const answer = await call(LIVE, { signal: over }).catch(() => null)
  if (answer?.status === 204) return false
  if (answer?.ok) {
    notify((await answer.json()).model)
    notify(null)
  }
  return true
}

function pause(ms: number, over: AbortSignal): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms)
    over.addEventListener('abort', () => done())
  })
}

export function startLive() {
  let left = new AbortController()
  const begin = () => {
    left = new AbortController()
    const { signal } = left
    setTimeout(
      () =>
        !signal.aborted &&
        document.querySelector('body:not([data-seeing]) :is([data-waits], [data-queue], [data-live])') &&
        receiveEvents(signal),
      SOON,
    )
  }
  // An open stream would keep the page out of the back/forward cache.
  addEventListener('pagehide', () => left.abort())
  addEventListener('pageshow', ({ persisted }) => persisted && begin())
  begin()
}
