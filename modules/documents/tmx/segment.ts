import { parseMarks } from '#assembly/marks.ts'
import { escapedXml } from '#src/core/text/xml-text.ts'

/** The type attribute that identifies our own placeholders. */
export const OWN_TYPE = 'x-qishu'

/** Escapes braces that do not belong to a mark. */
export const escapeBraces = (text: string) => text.replaceAll('{', '{{').replaceAll('}', '}}')

/**
 * A text as the segment of a TMX file: blanks, references and parties are placeholders, which tools leave
 * unchanged.
 */
export function segmentOf(source: string): string {
  let count = 0
  const placeholder = (mark: string) => `<ph x="${++count}" type="${OWN_TYPE}">${escapedXml(mark)}</ph>`
  return parseMarks(source)
    .map((mark) =>
      // A single brace would not be restored identically, so it becomes a placeholder too.
      mark.kind === 'text' && escapeBraces(mark.text) === mark.source
        ? escapedXml(mark.text)
        : placeholder(mark.source),
    )
    .join('')
}
