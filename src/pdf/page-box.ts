import type { PageBox } from '#views/signature-places/plane.ts'

export type { PageBox }

/** Which pages are drawn, how wide, and where to. */
export interface PicturesWish {
  from: number
  to: number
  /** Pixels. */
  width: number
  /**
   * A folder that is there; page 3 goes to `3.webp` in it. Where it is missing, pictures come with the
   * answer.
   */
  into?: string
}

export interface PicturesAnswer {
  boxes: PageBox[]
  drawn: number[]
  /** Of the pages drawn, in base64, where they were to come with the answer. */
  pictures: string[]
}
