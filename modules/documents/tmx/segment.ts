import { parseMarks } from '#assembly/marks.ts'
import { escapedXml } from '#src/core/text/xml-text.ts'

/** By which a placeholder is known as a mark of ours again. */
export const OURS = 'x-qishu'

/** What stands for itself and not for a mark. */
export const literal = (text: string) => text.replaceAll('{', '{{').replaceAll('}', '}}')

/**
 * A text as the segment of a TMX file: blanks, references and parties as placeholders, which tools leave
 * alone.
 */
export function segmentOf(source: string): string {
  let count = 0
  const placeholder = (mark: string) => `<ph x="${++count}" type="${OURS}">${escapedXml(mark)}</ph>`
  return parseMarks(source)
    .map((mark) =>
      // A brace that was left alone is no text that comes back as it was.
      mark.kind === 'text' && literal(mark.text) === mark.source
        ? escapedXml(mark.text)
        : placeholder(mark.source),
    )
    .join('')
}
