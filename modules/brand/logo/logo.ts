import { cleanPicture } from '#src/files/pictures/picture.ts'
import { readPng } from '#src/files/pictures/pixels.ts'
import { runCapped } from '#src/jobs/capped-process.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import type { MessageKey } from '#views/language/messages.ts'

const MB = 1024 * 1024
/** The maximum size of an uploaded logo, in bytes. */
export const MAX_LOGO_BYTES = MB

/** A picture of 1 MB can have 60 million pixels, which need about 240 MB. */
const LIMITS = { seconds: 20, heapMb: 384, dataMb: 1600, residentMb: 700 }
const EMPTY_EXIT_CODE = 4

export interface NewLogo {
  png: Uint8Array
  width: number
  height: number
}

/** The uploaded logo as a PNG that we draw, or the locale key of its problem. */
export async function readLogo([bytes, ...others]: Uint8Array[]): Promise<NewLogo | MessageKey> {
  if (!bytes || others.length > 0) return 'brand.problem.oneLogo'
  if (bytes.length > MAX_LOGO_BYTES) return 'brand.problem.logoSize'
  const picture = pictureIn(bytes)
  if (!picture) return 'brand.problem.logoType'
  const { code, output } = await runCapped(scriptFile(import.meta.url, 'logo-process'), [], LIMITS, picture)
  if (code === EMPTY_EXIT_CODE) return 'brand.problem.emptyLogo'
  if (code !== 0) return 'brand.problem.logoType'
  const png = new Uint8Array(Buffer.from(output, 'base64'))
  const { width, height } = readPng(png)
  return { png, width, height }
}

/** A PNG or JPEG without metadata, or a WebP, whose metadata is lost in drawing; null for any other file. */
function pictureIn(bytes: Uint8Array): Uint8Array | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return bytes
  const picture = cleanPicture(bytes)
  return picture && picture.type !== 'gif' ? picture.bytes : null
}
