import * as v from 'valibot'
import { unprintableIn } from '#assembly/characters/printable.ts'
import type { Step } from '#src/pdf/drawing/path.ts'
import { ovalSteps } from './oval.ts'
import { roundSteps } from './round.ts'
import { squareSteps } from './square.ts'

export const SHAPES = ['round', 'square', 'oval'] as const
export type SealShape = (typeof SHAPES)[number]

/** The texts of a seal that we draw. `line` and `code` may be empty. */
export interface SealDesign {
  shape: SealShape
  /** The registered name of the company, or the name of its legal representative. */
  name: string
  /** A line across, for example 合同专用章. */
  line: string
  /** The number along the bottom of a round seal. */
  code: string
}

/** Width and height in millimetres; a company's seal is usually 40 to 42 mm wide. */
export const SIZES: Record<SealShape, { width: number; height: number }> = {
  round: { width: 42, height: 42 },
  square: { width: 20, height: 20 },
  oval: { width: 40, height: 28 },
}

const DRAW = { round: roundSteps, square: squareSteps, oval: ovalSteps }

/** The filled outlines of a seal, in millimetres, from its lower left corner. */
export function sealSteps(design: SealDesign): Step[] {
  const { width, height } = SIZES[design.shape]
  return DRAW[design.shape](design).map(({ command, points }) => ({
    command,
    points: points.map(([x, y]) => [x + width / 2, y + height / 2]),
  }))
}

const text = (most: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.maxLength(most, 'common.problem.tooLong'),
    v.check((words: string) => unprintableIn(words).length === 0, 'seals.problem.unprintable'),
  )

/** The fields of the form for a drawn seal. */
export const DesignFields = {
  shape: v.picklist(SHAPES, 'common.problem.mustSelect'),
  name: v.pipe(text(60), v.nonEmpty('common.problem.required')),
  line: text(12),
  code: v.pipe(text(20), v.regex(/^[0-9A-Za-z -]*$/, 'seals.problem.code')),
}

/** The design in a query, for a preview; null while it cannot be drawn. */
export function readDesign(query: Record<string, string>): SealDesign | null {
  const read = v.safeParse(v.object(DesignFields), query)
  return read.success ? read.output : null
}
