import * as v from 'valibot'
import { unprintableIn } from '#assembly/characters/printable.ts'
import type { Step } from '#src/pdf/drawing/path.ts'
import { hasShapedScript } from '#src/pdf/fonts/scripts.ts'
import { ovalSteps } from './oval.ts'
import { roundSteps } from './round.ts'
import { squareSteps } from './square.ts'
import { type SealDesign, SHAPES, SIZES } from './texts.ts'

const DRAW = { round: roundSteps, square: squareSteps, oval: ovalSteps }

/** The filled outlines of a seal, in millimetres from its lower left corner. */
export function sealSteps(design: SealDesign): Step[] {
  const { width, height } = SIZES[design.shape]
  return DRAW[design.shape](design).map(({ command, points }) => ({
    command,
    points: points.map(([x, y]) => [x + width / 2, y + height / 2]),
  }))
}

const text = (max: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.maxLength(max, 'common.problem.tooLong'),
    // A seal is drawn character by character, so letters that must be joined are rejected.
    v.check(
      (words: string) => unprintableIn(words).length === 0 && !hasShapedScript(words),
      'seals.problem.unprintable',
    ),
  )

/** The fields of the form for a drawn seal. */
export const DesignSchema = v.object({
  shape: v.picklist(SHAPES, 'seals.problem.kind'),
  name: v.pipe(text(60), v.nonEmpty('common.problem.required')),
  line: text(12),
  code: v.pipe(text(20), v.regex(/^[0-9A-Za-z -]*$/, 'seals.problem.code')),
})

/** The design from a preview's query string; null if it cannot be drawn yet. */
export function readDesign(query: Record<string, string>): SealDesign | null {
  const parsed = v.safeParse(DesignSchema, query)
  return parsed.success ? parsed.output : null
}
