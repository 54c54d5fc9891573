/** A grey from 0 (black) to 1. Only the black channel is used, so that text prints in black ink alone. */
export type Colour = number | Rgb

/** Red, green and blue from 0 to 1, used for comparisons only, which are not printed professionally. */
type Rgb = readonly [number, number, number]

export const BLACK: Colour = 0
export const GREY: Colour = 0.42
export const HAIRLINE: Colour = 0.75
export const WATERMARK: Colour = 0.915
export const INSERTED: Colour = [0, 0.25, 0.6]
export const DELETED: Colour = [0.72, 0.1, 0.1]

/** The operators that set the fill colour and the stroke colour. */
export const fillOperator = (colour: Colour) =>
  typeof colour === 'number' ? `${colour} g` : `${colour.join(' ')} rg`
export const strokeOperator = (colour: Colour) =>
  typeof colour === 'number' ? `${colour} G` : `${colour.join(' ')} RG`
