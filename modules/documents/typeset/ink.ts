/** Red, green and blue, from 0 to 1. */
export type Ink = readonly [number, number, number]

export const BLACK: Ink = [0.1, 0.1, 0.11]
export const GREY: Ink = [0.42, 0.42, 0.43]
export const HAIRLINE: Ink = [0.76, 0.75, 0.73]
export const WATERMARK: Ink = [0.925, 0.915, 0.905]
