import type { Fault } from '#views/faults.ts'
import { isBlocking } from '#views/scripts/requests/call.ts'

/** A message in the outbox, until the conversation on the page shows it. */
export interface OutboxMessage {
  /** Idempotency key: every attempt sends the same key, so that the server stores the message once. */
  key: string
  words: string
  file: File | null
  state: 'waiting' | 'sending' | 'sent' | 'refused'
  /** The uploaded share of the file, from 0 to 1. */
  progress: number
  /** Why the last attempt failed, if the network was not the reason. */
  fault?: Fault
  /** The server's reason for a refusal. */
  problem?: string
  /** The colleague who handles the conversation, if that is the reason. */
  holder?: string
  /** What the sender chose about that colleague. */
  choice?: OwnerChoice
}

/** Whether the sender answers in place of a colleague or beside them; with the id of that colleague. */
export type OwnerChoice = { beside: string } | { takeOver: string }

/**
 * The result of an attempt: stored, refused with a reason, or unknown because of a lost connection or
 * another fault.
 */
export type SendResult = 'stored' | 'lost' | { fault: Fault } | { refusal: string; holder?: string }

export type Transport = (one: OutboxMessage, progress: (share: number) => void) => Promise<SendResult>

/** Stores unsent messages so that they outlast the page. */
export interface OutboxStore {
  read: () => OutboxMessage[]
  write: (list: OutboxMessage[]) => void
}

interface Options {
  store?: OutboxStore
  /** Called once for several attempts that fail for the same reason. */
  onFault?: (fault: Fault) => void
  retryDelay?: number
}

/** Milliseconds before the next attempt after a lost connection. */
const RETRY_DELAY = 3000

/**
 * Sends messages one at a time and in order, and retries each until it has certainly arrived. Messages left
 * from an earlier page are sent under their old keys.
 */
export function createOutbox(
  transport: Transport,
  onChange: (list: OutboxMessage[]) => void,
  { store, onFault, retryDelay = RETRY_DELAY }: Options = {},
) {
  let list = store?.read() ?? []
  let isBusy = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(messages: OutboxMessage[]) {
    list = messages
    store?.write(list)
    onChange(list)
  }

  function update(key: string, changes: Partial<OutboxMessage>) {
    show(list.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  }

  function remove(matches: (one: OutboxMessage) => boolean) {
    if (!list.some(matches)) return
    show(list.filter((one) => !matches(one)))
  }

  async function run() {
    clearTimeout(timer)
    if (isBusy) return
    isBusy = true
    for (let nextMessage = firstWaiting(); nextMessage; nextMessage = firstWaiting()) {
      const { key } = nextMessage
      update(key, { state: 'sending', progress: 0 })
      const outcome = await transport(nextMessage, (progress) => update(key, { progress }))
      if (outcome === 'stored') update(key, { state: 'sent', fault: undefined })
      else if (typeof outcome === 'object' && 'refusal' in outcome) {
        const { refusal: problem, holder } = outcome
        update(key, { state: 'refused', fault: undefined, problem, holder })
      } else {
        const fault = outcome === 'lost' ? undefined : outcome.fault
        update(key, { state: 'waiting', fault })
        if (fault && fault !== nextMessage.fault) onFault?.(fault)
        // After the session was lost, only the next page can send the message.
        if (!isBlocking(fault)) timer = setTimeout(run, retryDelay)
        break
      }
    }
    isBusy = false
  }

  const firstWaiting = () => list.find(({ state }) => state === 'waiting')

  return {
    add(one: Pick<OutboxMessage, 'key' | 'words' | 'file' | 'choice'>) {
      show([...list, { ...one, state: 'waiting', progress: 0 }])
      return run()
    },
    /** Sends a refused message again after the sender has chosen. */
    sendAgain(key: string, choice: OwnerChoice) {
      update(key, { state: 'waiting', choice, holder: undefined, problem: undefined })
      return run()
    },
    list: () => list,
    /** Sends the messages that an earlier page left, except those that the conversation already shows. */
    start(shownKeys: ReadonlySet<string>) {
      show(list.filter(({ key }) => !shownKeys.has(key)))
      return run()
    },
    /** Called when the connection may be back. */
    retry: run,
    /** Removes the messages that the conversation on the page shows. */
    arrived: (keys: ReadonlySet<string>) => remove((one) => keys.has(one.key)),
    drop: (key: string) => remove((one) => one.key === key),
  }
}
