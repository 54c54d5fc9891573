import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import type { FileStore } from '#src/files/store/file-store.ts'
import { notUsable, reasonOf } from '#src/files/store/not-usable.ts'
import { storage } from './storage.ts'

/** Writes, reads, lists and deletes a small file; throws StoreNotUsable with the reason. */
export async function checkStorage(store: FileStore = storage()) {
  const key = `check-${newId()}`
  try {
    await store.put(key, key)
    const readBack = Buffer.from(await store.getBytes(key)).toString()
    if (readBack !== key) throw new Error('a file that was just written has other bytes')
    await store.answer()
    await store.deleteAll(key)
    if (await store.exists(key)) throw new Error('a file that was just deleted is still there')
  } catch (error) {
    throw notUsable(store, error)
  }
}

/** How many milliseconds an answer is valid, because probes come often and from several places. */
const CACHED_MS = 5000
/** How many milliseconds the store may take to answer; its own attempts take longer than a probe waits. */
const PATIENCE_MS = 3000

let lastCheck: { at: number; works: Promise<boolean> } | null = null
let hasAnswered = true

/** Whether the store answers, by a read whose result is cached for some seconds. */
export function storageReady(): Promise<boolean> {
  const time = performance.now()
  if (!lastCheck || time - lastCheck.at > CACHED_MS) lastCheck = { at: time, works: ask(storage()) }
  return lastCheck.works
}

async function ask(store: FileStore): Promise<boolean> {
  try {
    await Promise.race([store.answer(), failAfterTimeout()])
    if (!hasAnswered) log.warn({ event: 'storage back', place: store.place }, 'storage back')
    hasAnswered = true
  } catch (error) {
    const reason = reasonOf(error)
    if (hasAnswered) log.error({ event: 'storage away', place: store.place, reason }, 'storage away')
    hasAnswered = false
  }
  return hasAnswered
}

async function failAfterTimeout(): Promise<never> {
  await wait(PATIENCE_MS, undefined, { ref: false })
  throw new Error(`no answer for ${PATIENCE_MS / 1000} seconds`)
}
