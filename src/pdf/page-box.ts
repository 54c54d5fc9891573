import type { PageBox } from '#views/signature-places/plane.ts'

export type { PageBox }

/**
 * Which pages to draw, in which width, and where to write the pictures. With `to` before `from`, none are
 * drawn, and the answer has only the boxes.
 */
export interface PicturesRequest {
  from: number
  to: number
  /** The width in pixels. */
  width: number
  /**
   * An existing folder, in which page 3 becomes `3.webp`. If it is missing, the pictures are part of the
   * answer.
   */
  into?: string
}

export interface PicturesAnswer {
  boxes: PageBox[]
  drawn: number[]
  /** The drawn pages in base64, if the answer contains them. */
  pictures: string[]
}
