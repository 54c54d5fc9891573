import type { PageBox } from '#views/signature-places/plane.ts'

export type { PageBox }

/** Which pages are drawn, how wide, and where to. */
export interface PicturesWish {
  from: number
  to: number
  /** Pixels. */
  width: number
  /** A folder that is there; page 3 goes to `3.webp` in it. */
  into: string
}

export interface PicturesAnswer {
  boxes: PageBox[]
  drawn: number[]
}
