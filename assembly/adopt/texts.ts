import type { Answers, Side } from '../answers.ts'
import { parseMarks, type TextMark } from '../marks.ts'
import type { ClauseNode, DocumentTree, Sides } from '../tree.ts'
import type { Renaming } from './as-now.ts'

/**
 * Rewrites the marks of an old text for the new version; a mark whose target was removed becomes its printed
 * text.
 */
export type RewriteMarks = (text: Sides<string>) => Sides<string>

export function markRewriter(tree: DocumentTree, { fields, key, parts }: Renaming): RewriteMarks {
  const printed = printedReferences(tree)
  const rewrittenMark = (mark: TextMark, side: Side): string => {
    switch (mark.kind) {
      case 'field': {
        const fieldMark = fields.mark(mark.id)
        if (!fieldMark) return mark.source
        return 'id' in fieldMark ? `{${fieldMark.id}}` : escapeBraces(fieldMark.words[side])
      }
      case 'ref': {
        const id = parts.get(mark.id)
        if (id) return `{ref:${id}}`
        const words = id === null && printed.get(`${side} ${mark.id}`)
        return words ? escapeBraces(words) : mark.source
      }
      case 'party':
        return `{party:${mark.key === 'removed' ? mark.key : key(mark.key)}${mark.attribute ? `.${mark.attribute}` : ''}}`
      default:
        return mark.source
    }
  }
  const rewritten = (text: string, side: Side) =>
    parseMarks(text)
      .map((mark) => rewrittenMark(mark, side))
      .join('')
  return ({ zh, en }) => ({ zh: rewritten(zh, 'zh'), en: rewritten(en, 'en') })
}

const escapeBraces = (text: string) => text.replace(/[{}]/g, '$&$&')

function printedReferences(tree: DocumentTree): Map<string, string> {
  const printedWords = new Map<string, string>()
  for (const { text } of nodesIn(tree))
    for (const side of ['zh', 'en'] as const)
      for (const run of text[side])
        if (run.kind === 'ref') printedWords.set(`${side} ${run.target}`, run.text)
  return printedWords
}

/** Every recital, clause and item of a document, including those left out. */
export function* nodesIn({ recitals, articles }: DocumentTree): Generator<ClauseNode> {
  for (const node of [...recitals, ...articles.flatMap(({ clauses }) => clauses)]) {
    yield node
    yield* node.items
  }
}

/** The text for a text box, with the Chinese in the document's script. */
export const inScript = (
  { zh, en, hant }: Sides<string> & { hant?: string },
  { languages }: Answers,
): Sides<string> => ({ zh: languages.script === 'Hant' ? (hant ?? zh) : zh, en })
