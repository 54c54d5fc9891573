import { DeletedTextRun, InsertedTextRun, type IRunOptions, type ParagraphChild, TextRun } from 'docx'
import type { ComparedWords } from '#assembly/compare/words.ts'
import { xmlText } from '#src/core/text/xml-text.ts'

/** Who changed something and when, as Word has it with each change. */
export interface Tracked {
  id: number
  author: string
  date: string
}

/**
 * Gives each change of a file a number of its own. Word shows the hour as it is written, whatever zone it
 * names.
 */
export function tracker({ author, stamp }: { author: string; stamp: string }): () => Tracked {
  let id = 0
  const date = `${stamp.replace(' ', 'T')}:00Z`
  return () => ({ id: ++id, author: xmlText(author), date })
}

/** Of a paragraph's mark or a table's row: it came or went as a whole. */
export function wholly(change: 'added' | 'dropped' | 'reworded' | undefined, track: () => Tracked) {
  if (change === 'added') return { insertion: track() }
  return change === 'dropped' ? { deletion: track() } : {}
}

/** A piece of a text as runs; line feeds become line breaks. */
export function pieceRuns(
  { text, change }: ComparedWords,
  face: IRunOptions,
  track: () => Tracked,
): ParagraphChild[] {
  if (!text) return []
  return text.split('\n').map((line, index) => {
    const run = { text: xmlText(line), ...face, ...(index > 0 && { break: 1 }) }
    if (change === 'added') return new InsertedTextRun({ ...run, ...track() })
    return change === 'dropped' ? new DeletedTextRun({ ...run, ...track() }) : new TextRun(run)
  })
}
