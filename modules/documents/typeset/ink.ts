/** A grey from 0, which is black, to 1: one ink alone, so that a printing house prints letters in black and nothing else. */
export type Ink = number

export const BLACK: Ink = 0
export const GREY: Ink = 0.42
export const HAIRLINE: Ink = 0.75
export const WATERMARK: Ink = 0.915
