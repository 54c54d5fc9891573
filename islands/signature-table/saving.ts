import { send, tellThrown, toldFault } from '#islands/client.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'

export type SaveState = 'saved' | 'saving' | 'notSaved'

/** Sends the newest list, one request at a time; whatever changes meanwhile is sent right after. */
export function startSaving(url: string, tell: (state: SaveState) => void) {
  let waiting: SignatoryEntry[] | null = null
  let busy: Promise<boolean> | null = null

  async function send(): Promise<boolean> {
    let well = true
    while (waiting) {
      const signatories = waiting
      waiting = null
      tell('saving')
      well = await put(url, signatories)
      if (!well) waiting ??= signatories
      if (!well) break
    }
    tell(well ? 'saved' : 'notSaved')
    return well
  }

  return {
    save(list: SignatoryEntry[]) {
      waiting = list
      return this.flush()
    },
    /** True once everything typed is kept on the server. */
    async flush(): Promise<boolean> {
      busy = (busy ?? Promise.resolve(true)).then(send)
      return busy
    },
  }
}

async function put(url: string, signatories: SignatoryEntry[]): Promise<boolean> {
  try {
    const response = await send(fetch, 'PUT', url, { signatories })
    toldFault(response)
    return response.ok
  } catch (error) {
    tellThrown(error)
    return false
  }
}
