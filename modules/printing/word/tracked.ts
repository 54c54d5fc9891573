import { DeletedTextRun, InsertedTextRun, type IRunOptions, type ParagraphChild, TextRun } from 'docx'
import type { ComparedWords } from '#assembly/compare/words.ts'
import { withoutForbiddenXml } from '#src/core/text/xml-text.ts'

/** The author and time of a tracked change. */
export interface Tracked {
  id: number
  author: string
  date: string
}

/**
 * Numbers the changes of a file. The time is written as local time, because Word shows the hour as written
 * and ignores the time zone.
 */
export function tracker({ author, stamp }: { author: string; stamp: string }): () => Tracked {
  let id = 0
  const date = `${stamp.replace(' ', 'T')}:00Z`
  return () => ({ id: ++id, author: withoutForbiddenXml(author), date })
}

/** Marks a whole paragraph or table row as added or deleted. */
export function changeMark(change: 'added' | 'dropped' | 'reworded' | undefined, track: () => Tracked) {
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
    const run = { text: withoutForbiddenXml(line), ...face, ...(index > 0 && { break: 1 }) }
    if (change === 'added') return new InsertedTextRun({ ...run, ...track() })
    return change === 'dropped' ? new DeletedTextRun({ ...run, ...track() }) : new TextRun(run)
  })
}
