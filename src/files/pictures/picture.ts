import { partsOfGif } from './gif.ts'
import { partsOfJpeg } from './jpeg.ts'
import { partsOfPng } from './png.ts'

export type PictureType = 'png' | 'jpg' | 'gif'

const MAGIC: [PictureType, string][] = [
  ['png', '89504e470d0a1a0a'],
  ['jpg', 'ffd8ff'],
  ['gif', '474946383761'],
  ['gif', '474946383961'],
]

const MEDIA_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  zip: 'application/zip',
} as const

const PARTS = { png: partsOfPng, jpg: partsOfJpeg, gif: partsOfGif }

/** The type according to the bytes; the name and the declared type of the file are ignored. */
function pictureType(bytes: Uint8Array): PictureType | null {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  return MAGIC.find(([, magic]) => start.startsWith(magic))?.[0] ?? null
}

export interface Picture {
  type: PictureType
  bytes: Uint8Array
}

/**
 * The picture without metadata: no location, time, camera or trailing data. Null for an incomplete picture,
 * or one without pixels.
 */
export function cleanPicture(bytes: Uint8Array): Picture | null {
  const type = pictureType(bytes)
  const parts = type && partsIfComplete(PARTS[type], bytes)
  return parts ? { type, bytes: new Uint8Array(Buffer.concat(parts)) } : null
}

function partsIfComplete(partsOf: (bytes: Uint8Array) => Uint8Array[] | null, bytes: Uint8Array) {
  try {
    return partsOf(bytes)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

export const mediaType = (type: keyof typeof MEDIA_TYPES): string => MEDIA_TYPES[type]
