import { cleanPicture } from '#src/files/pictures/picture.ts'
import { readPng } from '#src/files/pictures/pixels.ts'
import { runCapped } from '#src/jobs/capped-process.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import type { MessageKey } from '#views/language/messages.ts'

const MB = 1024 * 1024
/** The maximum size of an uploaded picture, in bytes. */
export const MAX_PICTURE_BYTES = 5 * MB

const DOTS_PER_MM = 300 / 25.4

/** A phone's photo of 50 million pixels takes about 200 MB. */
const PROCESS_LIMITS = { seconds: 20, heapMb: 384, dataMb: 1600, residentMb: 700 }
const EXIT_EMPTY = 4

/** A picture ready for printing, with transparent paper and without margins. */
export interface CutPicture {
  png: Uint8Array
  /** Size in millimetres. */
  width: number
  height: number
}

/**
 * The uploaded picture at 300 dots per inch, its longer side `longest` millimetres long; or the locale key
 * of the problem.
 */
export async function cutPicture(files: Uint8Array[], longest: number): Promise<CutPicture | MessageKey> {
  const [bytes] = files
  if (!bytes) return 'seals.problem.noPicture'
  if (files.length > 1) return 'seals.problem.onePicture'
  if (bytes.length > MAX_PICTURE_BYTES) return 'seals.problem.pictureSize'
  const picture = pictureIn(bytes)
  if (!picture) return 'seals.problem.pictureType'
  const script = scriptFile(import.meta.url, 'picture-process')
  const { code, output } = await runCapped(
    script,
    [String(Math.round(longest * DOTS_PER_MM))],
    PROCESS_LIMITS,
    picture,
  )
  if (code === EXIT_EMPTY) return 'seals.problem.emptyPicture'
  if (code !== 0) return 'seals.problem.pictureType'
  const png = new Uint8Array(Buffer.from(output, 'base64'))
  const { width, height } = readPng(png)
  const scale = longest / Math.max(width, height)
  return { png, width: millimetres(width * scale), height: millimetres(height * scale) }
}

/**
 * A PNG or JPEG without its metadata, or a WebP, whose metadata is lost when it is drawn. Null for any other
 * file.
 */
function pictureIn(bytes: Uint8Array): Uint8Array | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (/^RIFF.{4}WEBP$/s.test(start)) return bytes
  const picture = cleanPicture(bytes)
  return picture && picture.type !== 'gif' ? picture.bytes : null
}

const millimetres = (length: number) => Math.round(length * 10) / 10
