/**
 * Receives server-sent events while the page is open: red dots of the menu, and chat messages. One tab holds
 * the stream for all tabs of a browser.
 */

import { call } from './requests/call.ts'

const LIVE = '/live'
const POLL_INTERVAL_MS = 60_000
/** Milliseconds before the stream is opened, so that a page that is left quickly opens none. */
const OPEN_DELAY_MS = 1000

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

/** Whether items wait at this entry; for a name with a leading `!`, whether none wait. */
const isWaiting = (waits: WaitingItems, name: string) =>
  name[0] === '!' ? !waits[name.slice(1)] : waits[name]

/** Waits until the page is visible, because fetched chat messages count as read. */
function whenVisible(work: () => void) {
  if (document.hidden) document.addEventListener('visibilitychange', work, { once: true })
  else work()
}

/** Updates the counts in the desk's menu and overview, and in the title that of the page's own queue. */
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
  const allQueues = document.querySelector<HTMLElement>('[data-all-queues]')
  if (!allQueues) return
  allQueues.hidden = !sum
  allQueues.firstElementChild!.textContent = String(sum)
}

function show(waits: LiveEvent) {
  if (!waits) return whenVisible(() => document.dispatchEvent(new Event('live-chat')))
  if (isTyping(waits)) return document.dispatchEvent(new CustomEvent('live-typing', { detail: waits.typing }))
  for (const dot of dots()) dot.hidden = !isWaiting(waits, dot.dataset.waits!)
  showQueues(waits.queues ?? {})
}

/** The message by which a new tab announces itself to the others. */
const JOINED = 'joined'

/** Receives events until `pageSignal` is aborted because the page is left. */
async function receiveEvents(pageSignal: AbortSignal) {
  const otherTabs = new BroadcastChannel('live')
  pageSignal.addEventListener('abort', () => otherTabs.close())
  /** The last state that the listening tab has received; a new tab may have missed it. */
  let lastState: WaitingItems | undefined
  otherTabs.onmessage = ({ data }) => {
    if (data !== JOINED) return show(data)
    if (lastState) for (const event of [lastState, null]) otherTabs.postMessage(event)
  }
  otherTabs.postMessage(JOINED)
  const listen = () =>
    listenAndPoll(pageSignal, (event) => {
      if (event && !isTyping(event)) lastState = event
      show(event)
      otherTabs.postMessage(event)
    })
  // Without locks, for example on a plain http address, each tab listens separately.
  if (!navigator.locks) return listen()
  await navigator.locks.request('live', { signal: pageSignal }, listen).catch(() => {})
}

/** Listens to the stream, to which the browser reconnects; if no stream is possible, polls once a minute. */
async function listenAndPoll(pageSignal: AbortSignal, notify: (event: LiveEvent) => void) {
  while (!pageSignal.aborted) {
    if ('EventSource' in window) await receiveStream(pageSignal, notify)
    await pause(POLL_INTERVAL_MS, pageSignal)
    if (!pageSignal.aborted && !document.hidden && !(await poll(pageSignal, notify))) return
  }
}

function receiveStream(pageSignal: AbortSignal, notify: (event: LiveEvent) => void): Promise<void> {
  return new Promise((resolve) => {
    const stream = new EventSource(LIVE)
    const end = () => {
      stream.close()
      resolve()
    }
    pageSignal.addEventListener('abort', end)
    // Fetches the messages that arrived before the stream was opened or while it was closed.
    stream.onopen = () => notify(null)
    stream.addEventListener('chat', () => notify(null))
    stream.addEventListener('typing', ({ data }) => notify({ typing: JSON.parse(data).conversation }))
    stream.addEventListener('todo', ({ data }) => notify(JSON.parse(data)))
    stream.onerror = () => stream.readyState === EventSource.CLOSED && end()
  })
}

/** Polls once; returns false if the user is no longer logged in. */
async function poll(pageSignal: AbortSignal, notify: (event: LiveEvent) => void): Promise<boolean> {
  const answer = await call(LIVE, { signal: pageSignal }).catch(() => null)
  if (answer?.status === 204) return false
  if (answer?.ok) {
    notify((await answer.json()).model)
    notify(null)
  }
  return true
}

function pause(ms: number, pageSignal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    pageSignal.addEventListener('abort', () => resolve())
  })
}

export function startLive() {
  let pageLeft = new AbortController()
  const begin = () => {
    pageLeft = new AbortController()
    const { signal } = pageLeft
    setTimeout(
      () =>
        !signal.aborted &&
        document.querySelector('body:not([data-seeing]) :is([data-waits], [data-queue], [data-live])') &&
        receiveEvents(signal),
      OPEN_DELAY_MS,
    )
  }
  // The stream is closed, because an open stream would keep the page out of the back/forward cache.
  addEventListener('pagehide', () => pageLeft.abort())
  addEventListener('pageshow', ({ persisted }) => persisted && begin())
  begin()
}
