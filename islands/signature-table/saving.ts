import { reportFault, reportThrown, send } from '#islands/client.ts'
import type { SignatoryEntry, SigningOptions } from '#modules/signing/schema.ts'

export type SaveState = 'saved' | 'saving' | 'notSaved'

export interface SavedSetting {
  signatories: SignatoryEntry[]
  options: SigningOptions
}

/**
 * Saves the newest setting, one request at a time; later changes are sent right after it. `onState` also gets
 * the server's message when it refused it.
 */
export function startSaving(url: string, onState: (state: SaveState, refusal?: string) => void) {
  let waiting: SavedSetting | null = null
  let busy: Promise<boolean> | null = null
  let isStored = true

  async function send(): Promise<boolean> {
    let well = true
    let refusal: string | undefined
    while (waiting) {
      const setting = waiting
      waiting = null
      onState('saving')
      ;({ well, refusal } = await put(url, setting))
      if (!well) waiting ??= setting
      if (!well) break
    }
    isStored = well
    onState(well ? 'saved' : 'notSaved', refusal)
    return well
  }

  return {
    save(setting: SavedSetting) {
      waiting = setting
      isStored = false
      return this.flush()
    },
    isStored: () => isStored,
    /** Resolves to true once the server has stored all changes. */
    async flush(): Promise<boolean> {
      busy = (busy ?? Promise.resolve(true)).then(send)
      return busy
    },
  }
}

/** Saves what is waiting once the network is back, and lets the browser ask before it would be lost. */
export function keepUnsaved(saver: ReturnType<typeof startSaving>): () => void {
  const retry = () => void (saver.isStored() || saver.flush())
  const warn = (event: Event) => saver.isStored() || event.preventDefault()
  addEventListener('online', retry)
  addEventListener('beforeunload', warn)
  return () => {
    removeEventListener('online', retry)
    removeEventListener('beforeunload', warn)
  }
}

async function put(url: string, setting: SavedSetting): Promise<{ well: boolean; refusal?: string }> {
  try {
    const answer = await send(fetch, 'PUT', url, { ...setting })
    if (answer.ok) return { well: true }
    if (reportFault(answer)) return { well: false }
    return { well: false, refusal: (await answer.json()).errorMsg ?? undefined }
  } catch (error) {
    reportThrown(error)
    return { well: false }
  }
}
