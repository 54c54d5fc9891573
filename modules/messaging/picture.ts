export type PictureType = 'png' | 'jpg' | 'gif'

const MAGIC: [PictureType, string][] = [
  ['png', '89504e470d0a1a0a'],
  ['jpg', 'ffd8ff'],
  ['gif', '474946383761'],
  ['gif', '474946383961'],
]

const MEDIA_TYPES: Record<PictureType, string> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' }

/** What the bytes themselves say they are; a file's name and claimed type count for nothing. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  return MAGIC.find(([, magic]) => start.startsWith(magic))?.[0] ?? null
}

export const mediaType = (type: PictureType): string => MEDIA_TYPES[type]
