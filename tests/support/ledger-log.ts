import type { UsageEntryTable, UsageKind } from '#modules/orders/schema.ts'

export type What =
  | 'grant'
  | 'spend'
  | 'drop'
  | 'desk'
  | 'plan'
  | 'undo'
  | 'month'
  | 'wait'
  | 'order'
  | 'pay'
  | 'close'
  | 'read'

/** A call as its caller observed it. */
export interface Call {
  what: What
  /** The key of a grant, of a spend or of a desk page, or the id of an order. */
  key: string
  kind: UsageKind
  quantity: number
  /**
   * Positions of the request and the response in the sequence of all events. Calls that do not overlap
   * happened in this order.
   */
  startedAt: number
  answered: number
  /** Time of the request, in milliseconds. */
  from: number
  to: number
  /** 'done', the code of a refusal, or 'unknown' if the connection broke. */
  answer: string
  /** The result of a read. */
  unused?: number
}

export type Entry = Pick<
  UsageEntryTable,
  'id' | 'kind' | 'quantity' | 'key' | 'grant_id' | 'left_after' | 'expires_at'
> & { taken_back: boolean }

export interface Log {
  calls: Call[]
  /** All rows of the ledger after the run. */
  entries: Entry[]
  /** When a grant or a revoked grant was first observed, by its id. */
  seen: Map<string, number>
}

/** The earliest time at which an entry can exist, and the time from which it must exist. */
interface Span {
  maybe: number
  surely: number
}

const keyOf = ({ key }: Entry) => key.replace(/ #\d+$/, '')

function spansOf({ calls, entries, seen }: Log): Map<string, Span> {
  const firstObserved = (numbers: number[]) => Math.min(Number.POSITIVE_INFINITY, ...numbers)
  const makersOf = (entry: Entry): ((call: Call) => boolean) => {
    if (entry.taken_back) return ({ what }) => what === 'undo'
    if (entry.quantity < 0) return ({ what, key }) => what === 'spend' && key === keyOf(entry)
    const [, source = ''] = /^order (?:desk )?(\S+)/.exec(entry.key) ?? []
    if (source) return ({ key }) => key === source
    if (entry.key.startsWith('plan ')) return ({ what }) => ['plan', 'month', 'pay'].includes(what)
    return ({ key }) => key === entry.key
  }
  const spanOf = (entry: Entry): Span => {
    const by = makersOf(entry)
    const makers = calls.filter((call) => by(call) && /done|unknown/.test(call.answer))
    const own = /^(grant|spend)$/.test(makers[0]?.what ?? '')
    const toldMakers = own
      ? makers.filter(({ answer }) => answer === 'done').map(({ answered }) => answered)
      : []
    return {
      maybe: firstObserved(makers.map(({ startedAt }) => startedAt)),
      surely: Math.min(firstObserved(toldMakers), seen.get(entry.id) ?? Number.POSITIVE_INFINITY),
    }
  }
  return new Map(entries.map((entry) => [entry.id, spanOf(entry)]))
}

/**
 * Observations that contradict each other if every call took effect at one moment between its request and
 * its response. Empty if there are none.
 */
export function anomaliesOf(log: Log): string[] {
  const spans = spansOf(log)
  const grants = log.entries.filter(({ quantity }) => quantity > 0)
  const spendsOf = new Map(grants.map(({ id }) => [id, log.entries.filter((one) => one.grant_id === id)]))
  const history = { grants, spendsOf, spans }
  return [
    ...grants.flatMap((grant) => brokenChain(grant, spendsOf.get(grant.id)!, spans)),
    ...log.calls.flatMap((call) => wrongAnswer(call, log, history)),
    ...onceness(log),
  ]
}

interface History {
  grants: Entry[]
  spendsOf: Map<string, Entry[]>
  spans: Map<string, Span>
}

/**
 * A grant is a counter: each spend reduces the rest by its own uses, in order of time, and never below zero.
 */
function brokenChain(grant: Entry, spends: Entry[], spans: Map<string, Span>): string[] {
  const chain = spends.toSorted((a, b) => b.left_after! - a.left_after!)
  const contradictions: string[] = []
  let remainingUses = grant.quantity
  for (const [index, { id, key, quantity, left_after, taken_back }] of chain.entries()) {
    if (taken_back && -quantity !== grant.quantity) contradictions.push(`${grant.key} taken back in part`)
    remainingUses += quantity
    if (remainingUses !== left_after || remainingUses < 0)
      contradictions.push(`${key} left ${left_after} of ${grant.key}, not ${remainingUses}`)
    for (const before of chain.slice(0, index))
      if (spans.get(id)!.surely < spans.get(before.id)!.maybe)
        contradictions.push(`${key} counted after ${before.key}`)
  }
  return contradictions
}

/** The smallest or largest number of unused uses of a kind at any moment during a call. */
function bound(call: Call, { grants, spendsOf, spans }: History, which: 'least' | 'most'): number {
  const least = which === 'least'
  const isPresent = (id: string, taking: boolean) => {
    const { maybe, surely } = spans.get(id)!
    return least === taking ? maybe < call.answered : surely < call.startedAt
  }
  return grants
    .filter(({ id, kind }) => kind === call.kind && isPresent(id, false))
    .filter(({ expires_at }) => expires_at!.getTime() > (least ? call.to : call.from))
    .reduce((sum, { id, quantity }) => {
      const spends = spendsOf.get(id)!.filter((one) => isPresent(one.id, true))
      return sum + quantity + spends.reduce((taken, one) => taken + one.quantity, 0)
    }, 0)
}

function wrongAnswer(call: Call, { entries }: Log, history: History): string[] {
  const { what, key, kind, quantity, answer, unused } = call
  const name = `${what} ${key} of ${quantity} ${kind}`
  if (what === 'read' && answer === 'done') {
    const leastUses = bound(call, history, 'least')
    const mostUses = bound(call, history, 'most')
    return unused! < leastUses || unused! > mostUses
      ? [`${name} saw ${unused}, not ${leastUses} to ${mostUses}`]
      : []
  }
  if (what !== 'spend') return []
  if (answer === 'USAGE_INSUFFICIENT') {
    const hasOwnEntry = entries.some(
      (one) => keyOf(one) === key && history.spans.get(one.id)!.surely < call.startedAt,
    )
    const enough = bound(call, history, 'least') >= quantity
    return hasOwnEntry || enough
      ? [`${name} refused ${hasOwnEntry ? 'after it was done' : 'with enough left'}`]
      : []
  }
  const hasEndedGrant = entries.some((one) => keyOf(one) === key && isFromEnded(one, call, history))
  return answer === 'done' && hasEndedGrant ? [`${name} taken from what had ended`] : []
}

/** Whether only this call or a later one can have spent this grant after it had expired. */
function isFromEnded(one: Entry, call: Call, { grants, spans }: History): boolean {
  const grant = grants.find(({ id }) => id === one.grant_id)
  return spans.get(one.id)!.maybe >= call.startedAt && grant!.expires_at!.getTime() <= call.from
}

/** A key takes effect exactly once if a caller got a success, and never if no valid request was sent. */
function onceness({ calls, entries }: Log): string[] {
  const sums = new Map<string, number>()
  for (const one of entries) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.quantity)
  const keyed = Map.groupBy(
    calls.filter(({ what }) => what === 'grant' || what === 'spend' || what === 'drop'),
    ({ key }) => key,
  )
  return [...keyed].flatMap(([key, calls]) => {
    const { what, quantity } = calls[0]!
    const whole = what === 'grant' ? quantity : -quantity
    const answers = calls.map(({ answer }) => answer)
    const allowedAnswers = [
      ...(answers.includes('done') && what !== 'drop' ? [] : [0]),
      ...(answers.some((answer) => /done|unknown/.test(answer)) && what !== 'drop' ? [whole] : []),
    ]
    const sum = sums.get(key) ?? 0
    return allowedAnswers.includes(sum) ? [] : [`${what} ${key} answered ${answers}, and moved ${sum}`]
  })
}
