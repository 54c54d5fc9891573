import type { Step } from '#src/pdf/drawing/path.ts'
import { typedName } from '../pades/drawing/typed-name.ts'

/** Size of the line for a signature in a block, without its caption, in points. */
const LINE = { width: 150, height: 45 }

/** A typed name as SVG, drawn in the same way as in the file. */
export function typedNameSvg(text: string): string {
  const { steps, fitting } = typedName(text, { left: 0, bottom: 0, ...LINE })
  const { scale, x, y } = fitting
  const pointText = (px: number, py: number) =>
    `${rounded(px * scale + x)} ${rounded(LINE.height - py * scale - y)}`
  const path = steps.map(
    ({ command, points }) => COMMANDS[command] + points.map(([px, py]) => pointText(px, py)).join(' '),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LINE.width} ${LINE.height}"><path fill="#16243a" d="${path.join('')}"/></svg>`
}

const COMMANDS: Record<Step['command'], string> = { move: 'M', line: 'L', curve: 'C', close: 'Z' }

const rounded = (length: number) => Math.round(length * 100) / 100
