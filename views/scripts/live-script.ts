/**
 * The server's events while the page is open: red dots of the menu, messages of a chat. One tab listens for
 * all of a browser.
 */

const LIVE = '/live'
const A_MINUTE = 60_000
/** A page that is only passed through asks for nothing. */
const SOON = 1000

type Waits = Record<string, boolean>
/**
 * What waits; in which conversation somebody types; null when something was said, which the parts of a page
 * that show one then fetch.
 */
type News = Waits | { typing: string } | null

const dots = () => document.querySelectorAll<HTMLElement>('[data-waits]')

const isTyping = (news: News): news is { typing: string } => typeof news?.typing === 'string'

/** Of a name, or with a ! before it of its opposite. */
const holds = (waits: Waits, name: string) => (name[0] === '!' ? !waits[name.slice(1)] : waits[name])

/** What is fetched for a chat counts as read: that waits until somebody looks at the page. */
function whenSeen(work: () => void) {
  if (document.hidden) document.addEventListener('visibilitychange', work, { once: true })
  else work()
}

function show(waits: News) {
  if (!waits) return whenSeen(() => document.dispatchEvent(new Event('live-chat')))
  if (isTyping(waits)) return document.dispatchEvent(new CustomEvent('live-typing', { detail: waits.typing }))
  for (const dot of dots()) dot.hidden = !holds(waits, dot.dataset.waits!)
}

/** What a tab says that has come to those that were there. */
const JOINED = 'joined'

/** Until `over`: this tab's page is left, maybe to be come back to as it was. */
async function hear(over: AbortSignal) {
  const others = new BroadcastChannel('live')
  over.addEventListener('abort', () => others.close())
  /** Of the tab that hears, what it heard last: one that joins may just have missed it. */
  let last: Waits | undefined
  others.onmessage = ({ data }) => {
    if (data !== JOINED) return show(data)
    if (last) for (const news of [last, null]) others.postMessage(news)
  }
  others.postMessage(JOINED)
  const listen = () =>
    listenAndPoll(over, (news) => {
      if (news && !isTyping(news)) last = news
      show(news)
      others.postMessage(news)
    })
  // Without locks, as on a plain http address, each tab hears for itself.
  if (!navigator.locks) return listen()
  await navigator.locks.request('live', { signal: over }, listen).catch(() => {})
}

/**
 * By a stream, which the browser itself takes up again; once a minute by asking where there is none to be
 * had.
 */
async function listenAndPoll(over: AbortSignal, tell: (news: News) => void) {
  while (!over.aborted) {
    if ('EventSource' in window) await streamed(over, tell)
    await pause(A_MINUTE, over)
    if (!over.aborted && !document.hidden && !(await asked(over, tell))) return
  }
}

function streamed(over: AbortSignal, tell: (news: News) => void): Promise<void> {
  return new Promise((done) => {
    const stream = new EventSource(LIVE)
    const end = () => {
      stream.close()
      done()
    }
    over.addEventListener('abort', end)
    // Also what was said before, or while there was no stream.
    stream.onopen = () => tell(null)
    stream.addEventListener('chat', () => tell(null))
    stream.addEventListener('typing', ({ data }) => tell({ typing: JSON.parse(data).conversation }))
    stream.addEventListener('todo', ({ data }) => tell(JSON.parse(data)))
    stream.onerror = () => stream.readyState === EventSource.CLOSED && end()
  })
}

/** False when nobody is logged in any more. */
async function asked(over: AbortSignal, tell: (news: News) => void): Promise<boolean> {
  const answer = await fetch(LIVE, { signal: over }).catch(() => null)
  if (answer?.status === 204) return false
  if (answer?.ok) {
    tell((await answer.json()).model)
    tell(null)
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
      () => !signal.aborted && document.querySelector('[data-waits], [data-live]') && hear(signal),
      SOON,
    )
  }
  // What is open when a page is left keeps the browser from bringing it back as it was.
  addEventListener('pagehide', () => left.abort())
  addEventListener('pageshow', ({ persisted }) => persisted && begin())
  begin()
}
