import type { PageBox } from '#views/signature-places/plane.ts'

export type { PageBox }

/** Which pages to draw, how wide, and where to. */
export interface PicturesRequest {
  from: number
  to: number
  /** Pixels. */
  width: number
  /** An existing folder; page 3 becomes `3.webp` in it. Without it, the pictures are part of the answer. */
  into?: string
}

export interface PicturesAnswer {
  boxes: PageBox[]
  drawn: number[]
  /** The drawn pages in base64, if the answer contains them. */
  pictures: string[]
}
