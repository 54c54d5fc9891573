/** What somebody sends, until the conversation on the page shows it. */
export interface Sending {
  /** The same for every try, so that the server keeps it once. */
  key: string
  words: string
  file: File | null
  state: 'waiting' | 'sending' | 'sent' | 'refused'
  /** Of the file, from 0 to 1. */
  progress: number
  /** Why the server refused it, in its own words. */
  problem?: string
}

/** What became of a try: kept, refused with words, or not known since the connection was lost. */
export type Outcome = 'kept' | 'lost' | { refusal: string }

export type Transport = (one: Sending, progress: (share: number) => void) => Promise<Outcome>

/** Where what has not arrived outlasts the page. */
export interface Keep {
  read: () => Sending[]
  write: (list: Sending[]) => void
}

interface Options {
  keep?: Keep
  again?: number
}

/** Milliseconds until a lost connection is tried again. */
const AGAIN = 3000

/**
 * Sends one after the other, in order, and each as often as it takes to know that it arrived. What an earlier
 * page left goes out under its old key.
 */
export function createOutbox(
  transport: Transport,
  onChange: (list: Sending[]) => void,
  { keep, again = AGAIN }: Options = {},
) {
  let list = keep?.read() ?? []
  let busy = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(now: Sending[]) {
    list = now
    keep?.write(list)
    onChange(list)
  }

  function change(key: string, changes: Partial<Sending>) {
    show(list.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  }

  function remove(keys: (one: Sending) => boolean) {
    if (!list.some(keys)) return
    show(list.filter((one) => !keys(one)))
  }

  async function run() {
    clearTimeout(timer)
    if (busy) return
    busy = true
    for (let next = first(); next; next = first()) {
      const { key } = next
      change(key, { state: 'sending', progress: 0 })
      const outcome = await transport(next, (progress) => change(key, { progress }))
      if (outcome === 'kept') change(key, { state: 'sent' })
      else if (outcome !== 'lost') change(key, { state: 'refused', problem: outcome.refusal })
      else {
        change(key, { state: 'waiting' })
        timer = setTimeout(run, again)
        break
      }
    }
    busy = false
  }

  const first = () => list.find(({ state }) => state === 'waiting')

  return {
    add(one: Pick<Sending, 'key' | 'words' | 'file'>) {
      show([...list, { ...one, state: 'waiting', progress: 0 }])
      return run()
    },
    list: () => list,
    /** Takes up what an earlier page left, but what is shown to have arrived. */
    begin(shown: ReadonlySet<string>) {
      show(list.filter(({ key }) => !shown.has(key)))
      return run()
    },
    /** The connection may be there again. */
    retry: run,
    /** The conversation on the page shows them. */
    arrived: (keys: ReadonlySet<string>) => remove((one) => keys.has(one.key)),
    drop: (key: string) => remove((one) => one.key === key),
  }
}
