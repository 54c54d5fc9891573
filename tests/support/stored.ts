import { storage } from '#src/jobs/storage.ts'
import { pdfWith } from './hand-made-pdf.ts'

/** Damages to a stored file: changed bytes, or a missing file. */
export const HARM: [string, (bytes: Uint8Array) => Uint8Array | null][] = [
  ['another PDF', () => pdfWith({ pages: 3 })],
  ['cut short', (bytes) => bytes.slice(0, bytes.length / 2)],
  ['emptied', () => new Uint8Array()],
  ['deleted', () => null],
  ['one bit flipped', (bytes) => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))],
]

/** Damages a file in the store directly; returns a function that restores it. */
export async function harm(key: string, how: (bytes: Uint8Array) => Uint8Array | null) {
  const store = storage()
  const wholeContent = await store.getBytes(key)
  const bytes = how(wholeContent)
  await (bytes ? store.put(key, bytes) : store.delete(key))
  return async () => {
    await store.put(key, wholeContent)
  }
}
