import { findTemplate } from '#modules/templates/library.ts'
import type { Client } from './client.ts'

export interface Answered {
  /** `performance.now()` at the start, in milliseconds. */
  started: number
  took: number
  /** 0 if the connection broke. */
  status: number
  retryAfter: string | null
  /** Id of the created document, if the request created one. */
  id?: string
}

const PAGES = ['/mgmt/home', '/mgmt/my-docs', '/mgmt/doc-lib']

/**
 * Requests of one user at a constant rate, whether or not responses arrive (open-loop load). Of ten requests
 * `drafts` create a draft, and the others read. `idle` are concurrent requests to a trivial page, ten a
 * second, which measure the machine itself.
 */
export function startLoad(client: Client, perSecond: number, drafts = 3) {
  const { code, version } = findTemplate('mutual-nda')
  const draft = { template: code, version: String(version), language: 'zh-Hans', bilingual: 'yes' }
  const load = steadily(perSecond, (n) =>
    n % 10 >= drafts ? client.get(PAGES[n % PAGES.length]!) : client.post('/mgmt/new-doc', draft),
  )
  const idleRequests = steadily(10, () => client.get('/healthz'))
  return {
    stop: async () => ({ answers: await load(), idle: await idleRequests() }),
  }
}

function steadily(perSecond: number, send: (n: number) => Promise<Response>) {
  const answers: Answered[] = []
  const openRequests = new Set<Promise<unknown>>()
  let count = 0
  const timer = setInterval(() => {
    const sentRequest = ask(send(count++))
    openRequests.add(sentRequest)
    void sentRequest.then((answer) => openRequests.delete(sentRequest) && answers.push(answer))
  }, 1000 / perSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(openRequests)
    return answers
  }
}

async function ask(request: Promise<Response>): Promise<Answered> {
  const started = performance.now()
  const answer = await request.catch(() => null)
  await answer?.arrayBuffer().catch(() => {})
  const took = performance.now() - started
  if (!answer) return { started, took, status: 0, retryAfter: null }
  const id = /\/mgmt\/([0-9a-f-]{36})\/edit-doc/.exec(answer.headers.get('location') ?? '')?.[1]
  return { started, took, status: answer.status, retryAfter: answer.headers.get('retry-after'), id }
}

/** The time of a request minus the slowest concurrent idle request. */
export function beyondIdle(one: Answered, idle: Answered[]): number {
  const endedAt = one.started + one.took
  const idleBeside = idle.filter(({ started, took }) => started < endedAt && started + took > one.started)
  return one.took - Math.max(0, ...idleBeside.map(({ took }) => took))
}
