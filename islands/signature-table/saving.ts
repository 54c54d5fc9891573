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
  let pendingSetting: SavedSetting | null = null
  let currentSave: Promise<boolean> | null = null
  let isStored = true

  async function send(): Promise<boolean> {
    let isSaved = true
    let refusal: string | undefined
    while (pendingSetting) {
      const setting = pendingSetting
      pendingSetting = null
      onState('saving')
      ;({ isSaved: isSaved, refusal } = await put(url, setting))
      if (!isSaved) pendingSetting ??= setting
      if (!isSaved) break
    }
    isStored = isSaved
    onState(isSaved ? 'saved' : 'notSaved', refusal)
    return isSaved
  }

  return {
    save(setting: SavedSetting) {
      pendingSetting = setting
      isStored = false
      return this.flush()
    },
    isStored: () => isStored,
    /** Waits for saves in progress without starting one; returns whether the server has all changes. */
    async settled(): Promise<boolean> {
      for (let observedSave: typeof currentSave = null; observedSave !== currentSave; await observedSave)
        observedSave = currentSave
      return isStored
    },
    /** Resolves to true once the server has stored all changes. */
    async flush(): Promise<boolean> {
      currentSave = (currentSave ?? Promise.resolve(true)).then(send)
      return currentSave
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

async function put(url: string, setting: SavedSetting): Promise<{ isSaved: boolean; refusal?: string }> {
  const answer = await answerTo(send(fetch, 'PUT', url, { ...setting }))
  return { isSaved: answer?.success ?? false, refusal: answer?.errorMsg ?? undefined }
}
