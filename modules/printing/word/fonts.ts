import { type IRunOptions, TextRun } from 'docx'
import type { Side } from '#assembly/answers.ts'
import { xmlText } from '#src/core/text/xml-text.ts'
import type { Script } from '#src/pdf/fonts/faces.ts'

interface Look extends Pick<IRunOptions, 'size' | 'color'> {
  /** Set as a heading: in Chinese in a separate face, since Song has no good bold; in English in bold. */
  heading?: boolean
}

/** Fonts that every office has; Word needs an East Asian and a Latin one. */
export function fontFor(script: Script, side?: Side) {
  return {
    ...latin('Times New Roman'),
    eastAsia: script === 'Hant' ? 'PMingLiU' : 'SimSun',
    // Without the hint Word sets “ ” in the Latin font on the Chinese side too.
    ...(side === 'zh' && { hint: 'eastAsia' }),
  }
}

/** The face of headings on one side. */
export function headingFace(script: Script, side: Side) {
  if (side === 'en') return { font: fontFor(script, side), bold: true }
  const eastAsia = script === 'Hant' ? 'Microsoft JhengHei' : 'SimHei'
  return { font: { ...latin('Arial'), eastAsia, hint: 'eastAsia' }, bold: false }
}

const latin = (name: string) => ({ ascii: name, hAnsi: name, cs: name })

/** The run properties of a text on one side, and its proofing language. */
export function faceOf(side: Side, script: Script, { heading, ...rest }: Look = {}): IRunOptions {
  const face = heading ? headingFace(script, side) : { font: fontFor(script, side) }
  const language = side === 'zh' ? { eastAsia: script === 'Hant' ? 'zh-TW' : 'zh-CN' } : { value: 'en-GB' }
  return { ...face, language, ...rest }
}

/** A text of one side as runs; line feeds become line breaks. */
export function runsOf(text: string, side: Side, script: Script, look?: Look): TextRun[] {
  const face = faceOf(side, script, look)
  return text
    .split('\n')
    .map((line, index) => new TextRun({ text: xmlText(line), ...face, ...(index > 0 && { break: 1 }) }))
}
