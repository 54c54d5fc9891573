import { characterName, replaceUnprintable } from '#assembly/characters/printable.ts'
import { cubic, type Point, type Step } from '#src/pdf/drawing/path.ts'
import { type Face, facesFor } from '#src/pdf/fonts/faces.ts'
import { inHands } from '#src/pdf/fonts/hands.ts'
import { hasShapedScript } from '#src/pdf/fonts/scripts.ts'
import { outlineOf, UNITS } from './typeset/fonts/font-glyphs.ts'
import { oneLine } from './typeset/lines/break.ts'
import { isApostrophe, measure } from './typeset/lines/measure.ts'

export interface TextOutline {
  steps: Step[]
  /** In em. */
  width: number
}

/** A line of text as outlines, with one em as the unit, so that no font is needed. */
export function outlineText(text: string, weight: 400 | 600): TextOutline {
  if (hasShapedScript(text)) return outlineShaped(replaceUnprintable(text), weight)
  const steps: Step[] = []
  let width = 0
  const printed = replaceUnprintable(text).replace(/[\t\n]/g, ' ')
  let index = 0
  for (const character of printed) {
    const drawn = drawCharacter(character, weight, isApostrophe(printed, index))
    index += character.length
    steps.push(...drawn.steps.map((step) => shifted(step, width)))
    width += drawn.width
  }
  return { steps, width }
}

/** A name as if written by hand, in the faces of `inHands`; null when they lack a character. */
export function outlineByHand(name: string): TextOutline | null {
  const runs = inHands(name)
  if (!runs) return null
  const steps: Step[] = []
  let width = 0
  for (const { text, hand } of runs) {
    const laid = hand.layout(text)
    for (const outline of laid.outlines)
      steps.push(
        ...stepsOf(outline.steps).map(({ command, points }) => ({
          command,
          points: points.map(
            ([x, y]): Point => [(x + outline.x) * hand.enlarged + width, (y + outline.y) * hand.enlarged],
          ),
        })),
      )
    width += laid.width * hand.enlarged
  }
  return { steps, width }
}

/** A text with letters that change with their neighbours, as the typesetter sets it. */
function outlineShaped(text: string, weight: 400 | 600): TextOutline {
  const { glyphs, at, width } = oneLine(measure(text, { side: 'en', script: 'Hans', weight }, new Set()))
  const steps = glyphs.flatMap((glyph, index) =>
    stepsOf(outlineOf(glyph)).map((step) => shifted(step, at[index]!)),
  )
  return { steps, width }
}

const shifted = ({ command, points }: Step, by: number): Step => ({
  command,
  points: points.map(([x, y]) => [x + by, y]),
})

function drawCharacter(character: string, weight: 400 | 600, narrow: boolean): TextOutline {
  for (const open of facesFor(character, 'Hans', weight)) {
    const face = open()
    const glyph = face.glyph(character, narrow)
    if (glyph !== 0) return { steps: stepsOf(face.outline(glyph)), width: face.advance(glyph) }
  }
  throw new Error(`No face has ${characterName(character)}`)
}

/** Converts outlines in font units, of a thousand to the em. */
function stepsOf(outlines: ReturnType<Face['outline']>): Step[] {
  let position: Point = [0, 0]
  return outlines.map((outline) => {
    const step = stepOf(outline, position)
    position = step.points.at(-1) ?? position
    return step
  })
}

function stepOf({ command, args }: ReturnType<Face['outline']>[number], pen: Point): Step {
  const points = pairs(args.map((unit) => unit / UNITS))
  switch (command) {
    case 'moveTo':
      return { command: 'move', points }
    case 'lineTo':
      return { command: 'line', points }
    case 'quadraticCurveTo':
      return cubic(pen, points[0]!, points[1]!)
    case 'bezierCurveTo':
      return { command: 'curve', points }
    default:
      return { command: 'close', points: [] }
  }
}

function pairs(numbers: number[]): Point[] {
  return numbers.flatMap((x, index) => (index % 2 === 0 ? [[x, numbers[index + 1]!] satisfies Point] : []))
}
