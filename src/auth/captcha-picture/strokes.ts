/**
 * The characters of a captcha as strokes on a grid of four by six; each stroke is a list of points.
 * Characters that look alike (0 O Q D, 1 I, 2 Z, 5 S, 8 B, 6 G C, U V) are left out.
 */
const STROKES = {
  A: '0,6 2,0 4,6|1,4 3,4',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  J: '1,0 4,0|3,0 3,5 2,6 1,6 0,5',
  K: '0,0 0,6|4,0 0,3 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1 4,2 3,3 0,3',
  R: '0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  W: '0,0 1,6 2,2 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  3: '0,1 1,0 3,0 4,1 4,2 3,3 1,3|3,3 4,4 4,5 3,6 1,6 0,5',
  4: '3,6 3,0 0,4 4,4',
  7: '0,0 4,0 1,6',
  9: '4,3 1,3 0,2 0,1 1,0 3,0 4,1 4,5 3,6 1,6',
}

export type Point = [x: number, y: number]

export const CHARACTERS = Object.keys(STROKES)

/** The strokes of one of `CHARACTERS`, centred on the grid. */
export function strokesOf(character: string): Point[][] {
  return STROKES[character as keyof typeof STROKES]
    .split('|')
    .map((stroke) => stroke.split(' ').map((point): Point => [Number(point[0]) - 2, Number(point[2]) - 3]))
}
