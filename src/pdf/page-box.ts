/** The visible part of a page: points of the page's own plane, `rotate` degrees clockwise before it is shown. Pages count from 1. */
export interface PageBox {
  page: number
  x: number
  y: number
  width: number
  height: number
  rotate: 0 | 90 | 180 | 270
}

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
