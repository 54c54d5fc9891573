/**
 * A grey from 0, which is black, to 1: one ink alone, so that a printing house prints letters in black and
 * nothing else.
 */
export type Ink = number | Colour

/** Red, green and blue from 0 to 1: for what is compared alone, which no printing house gets. */
type Colour = readonly [number, number, number]

export const BLACK: Ink = 0
export const GREY: Ink = 0.42
export const HAIRLINE: Ink = 0.75
export const WATERMARK: Ink = 0.915
export const INSERTED: Ink = [0, 0.25, 0.6]
export const DELETED: Ink = [0.72, 0.1, 0.1]

/** How a content stream asks for an ink, to fill letters and to draw lines. */
export const filled = (ink: Ink) => (typeof ink === 'number' ? `${ink} g` : `${ink.join(' ')} rg`)
export const stroked = (ink: Ink) => (typeof ink === 'number' ? `${ink} G` : `${ink.join(' ')} RG`)
