import { readFile } from 'node:fs/promises'

/** A picture that people of the demo upload, as a PNG. */
export function samplePicture(): Promise<Uint8Array> {
  const file = 'images/card-en_US.png'
  return readFile(`dist/client/${file}`).catch(() => readFile(`public/${file}`))
}
