import { type IRunOptions, TextRun } from 'docx'
import type { Side } from '../assembly/answers.ts'
import type { Script } from '../typeset/fonts/faces.ts'

type Look = Pick<IRunOptions, 'bold' | 'size' | 'color'>

/** The fonts every office has: Word asks for East Asian and Latin ones separately. */
export function fontFor(script: Script, side?: Side) {
  return {
    ascii: 'Times New Roman',
    hAnsi: 'Times New Roman',
    cs: 'Times New Roman',
    eastAsia: script === 'Hant' ? 'PMingLiU' : 'SimSun',
    // Without the hint Word sets “ ” in the Latin font on the Chinese side too.
    ...(side === 'zh' && { hint: 'eastAsia' }),
  }
}

/** A text of one side as runs; line feeds become line breaks. */
export function runsOf(text: string, side: Side, script: Script, look: Look = {}): TextRun[] {
  return text.split('\n').map((line, index) => {
    const language = side === 'zh' ? { eastAsia: script === 'Hant' ? 'zh-TW' : 'zh-CN' } : { value: 'en-GB' }
    return new TextRun({
      text: line,
      font: fontFor(script, side),
      language,
      ...look,
      ...(index > 0 && { break: 1 }),
    })
  })
}
