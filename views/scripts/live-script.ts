/** Keeps the red dots of the menu as the server tells them while the page is open. One tab hears for all of a browser. */

const LIVE = '/live'
const A_MINUTE = 60_000
/** A page that is only passed through asks for nothing. */
const SOON = 1000

const ASKING = 'what waits?'

type Waits = Record<string, boolean>

const dots = () => document.querySelectorAll<HTMLElement>('[data-waits]')

function show(waits: Waits) {
  for (const dot of dots()) dot.hidden = !waits[dot.dataset.waits!]
}

/** Until `over`: this tab's page is left, maybe to be come back to as it was. */
async function hear(over: AbortSignal) {
  const others = new BroadcastChannel('live')
  let latest: Waits | null = null
  others.onmessage = ({ data }) => {
    if (data !== ASKING) show(data)
    else if (latest) others.postMessage(latest)
  }
  // What was told since this page was made is known to the tab that hears for all.
  others.postMessage(ASKING)
  over.addEventListener('abort', () => others.close())
  const listen = () =>
    listenAndPoll(over, (waits) => {
      latest = waits
      show(waits)
      others.postMessage(waits)
    })
  // Without locks, as on a plain http address, each tab hears for itself.
  if (!navigator.locks) return listen()
  await navigator.locks.request('live', { signal: over }, listen).catch(() => {})
}

/** By a stream, which the browser itself takes up again; once a minute by asking where there is none to be had. */
async function listenAndPoll(over: AbortSignal, tell: (waits: Waits) => void) {
  while (!over.aborted) {
    if ('EventSource' in window) await streamed(over, tell)
    await pause(A_MINUTE, over)
    if (!over.aborted && !document.hidden && !(await asked(over, tell))) return
  }
}

function streamed(over: AbortSignal, tell: (waits: Waits) => void): Promise<void> {
  return new Promise((done) => {
    const stream = new EventSource(LIVE)
    const end = () => {
      stream.close()
      done()
    }
    over.addEventListener('abort', end)
    stream.addEventListener('todo', ({ data }) => tell(JSON.parse(data)))
    stream.onerror = () => stream.readyState === EventSource.CLOSED && end()
  })
}

/** False when nobody is logged in any more. */
async function asked(over: AbortSignal, tell: (waits: Waits) => void): Promise<boolean> {
  const answer = await fetch(LIVE, { signal: over }).catch(() => null)
  if (answer?.status === 204) return false
  if (answer?.ok) tell((await answer.json()).model)
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
    setTimeout(() => !signal.aborted && dots().length > 0 && hear(signal), SOON)
  }
  // What is open when a page is left keeps the browser from bringing it back as it was.
  addEventListener('pagehide', () => left.abort())
  addEventListener('pageshow', ({ persisted }) => persisted && begin())
  begin()
}
