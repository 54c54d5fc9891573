import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import type { FileStore } from '#src/files/store/file-store.ts'
import { notUsable, reasonOf } from '#src/files/store/not-usable.ts'
import { storage } from './storage.ts'

/**
 * Writes a small file, reads it, checks that the store answers a read request, and deletes the file. Throws
 * StoreNotUsable with the reason.
 */
export async function checkStorage(store: FileStore = storage()) {
  const key = `check-${newId()}`
  try {
    await store.put(key, key)
    const readBack = Buffer.from(await store.getBytes(key)).toString()
    if (readBack !== key) throw new Error('a file that was just written has other bytes')
    await store.probe()
    await store.deleteAll(key)
    if (await store.exists(key)) throw new Error('a file that was just deleted is still there')
  } catch (error) {
    throw notUsable(store, error)
  }
}

/** How many milliseconds a result is cached, because health probes come often and from several places. */
const CACHED_MS = 5000
/**
 * How many milliseconds to wait for the store, whose client retries for longer than a health probe waits.
 */
const PATIENCE_MS = 3000

let lastCheck: { at: number; isAvailable: Promise<boolean> } | null = null
let wasAvailable = true

/** Whether the store answers, by a read whose result is cached for some seconds. */
export function storageReady(): Promise<boolean> {
  const time = performance.now()
  if (!lastCheck || time - lastCheck.at > CACHED_MS) lastCheck = { at: time, isAvailable: probe(storage()) }
  return lastCheck.isAvailable
}

async function probe(store: FileStore): Promise<boolean> {
  try {
    await Promise.race([store.probe(), failAfterTimeout()])
    if (!wasAvailable) log.warn({ event: 'storage back', place: store.place }, 'storage back')
    wasAvailable = true
  } catch (error) {
    const reason = reasonOf(error)
    if (wasAvailable) log.error({ event: 'storage away', place: store.place, reason }, 'storage away')
    wasAvailable = false
  }
  return wasAvailable
}

async function failAfterTimeout(): Promise<never> {
  await wait(PATIENCE_MS, undefined, { ref: false })
  throw new Error(`no answer for ${PATIENCE_MS / 1000} seconds`)
}
