import type { Step } from '#src/pdf/drawing/path.ts'
import { lineIn, ring } from './glyphs.ts'
import type { SealDesign } from './texts.ts'

/** In millimetres from the centre. */
const RADII: [number, number] = [20, 14]
const RING = 1
const NAME = { width: 31, height: 7 }
const LINE = { y: -6.5, width: 24, height: 4 }

/** An oval seal with the name on one line, and another line below it. */
export function ovalSteps({ name, line }: Pick<SealDesign, 'name' | 'line'>): Step[] {
  return [
    ...ring(RADII, RING),
    ...lineIn(name, { x: 0, y: line ? 1.5 : 0, ...NAME }),
    ...(line ? lineIn(line, { x: 0, ...LINE }) : []),
  ]
}
