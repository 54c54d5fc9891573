import { answerTo, send } from '#islands/client.ts'
import type { SignatoryEntry, SigningOptions } from '#modules/signing/schema.ts'

export type SaveState = 'saved' | 'saving' | 'notSaved'

export interface SavedSetting {
  signatories: SignatoryEntry[]
  options: SigningOptions
}

/**
 * Saves the newest setting, one request at a time; later changes are sent directly after it. `onState` also
 * gets the server's message if the server refused the setting.
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
    /** Waits for saves in progress without starting one; returns whether the server has all changes. */
    async settled(): Promise<boolean> {
      for (let last: typeof busy = null; last !== busy; await last) last = busy
      return isStored
    },
    /** Resolves to true once the server has stored all changes. */
    async flush(): Promise<boolean> {
      busy = (busy ?? Promise.resolve(true)).then(send)
      return busy
    },
  }
}

/** Saves waiting changes once the network is back, and lets the browser warn before they are lost. */
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
  const answer = await answerTo(send(fetch, 'PUT', url, { ...setting }))
  return { well: answer?.success ?? false, refusal: answer?.errorMsg ?? undefined }
}
