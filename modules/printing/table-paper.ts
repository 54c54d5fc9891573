import type { Side } from '#assembly/answers.ts'
import { unprintableIn } from '#assembly/characters/printable.ts'
import type { Script } from '#assembly/script.ts'
import type { Sides } from '#assembly/tree.ts'
import type { CheckMark } from './typeset/check-mark.ts'
import { printDocument } from './typeset/pdf-worker.ts'
import type { Typeset } from './typeset/typeset.ts'

/**
 * A printed paper other than a contract: tables of names and values in one or both languages, and a line
 * below the tables.
 */
export interface TablePaper {
  script: Script
  title: Sides<string>
  number: string
  numberLabel: Sides<string>
  tables: {
    head: Sides<string>
    name: Sides<string>
    lines: { label: Sides<string>; value: Sides<string> }[]
  }[]
  note: Sides<string>
  /** The language, if the paper is in only one. */
  only?: Side
  /** Whether to set the paper as one wide column in small type. */
  compact?: true
  /** Printed in the footer of every page. */
  check?: CheckMark
}

/** Typesets the paper like a document. A character without a glyph is replaced by 〓, as typesetters do. */
export async function printTables(paper: TablePaper, createdAt: Date): Promise<Typeset> {
  const { script, title, number, numberLabel, tables, note, only, compact, check } = paper
  const noText = { zh: '', en: '' }
  const parties = tables.map(({ head, name, lines }, index) => ({
    key: `table-${index}`,
    label: replaceMissing(head),
    role: noText,
    name: replaceMissing(name),
    lines: lines.map(({ label, value }, line) => ({
      id: `${line}`,
      label: replaceMissing(label),
      value: replaceMissing(value),
    })),
  }))
  const tree = {
    languages: { primary: only ?? ('zh' as const), bilingual: !only || compact === true, script },
    sides: only ? [only] : ['zh' as const, 'en' as const],
    title,
    name: '',
    number,
    numberLabel,
    parties,
    prevailing: note,
    recitals: [],
    articles: [],
    signatures: [],
    open: [],
  }
  return printDocument(tree, { createdAt, check })
}

const replaceMissing = ({ zh, en }: Sides<string>): Sides<string> => ({
  zh: replaceMissingIn(zh),
  en: replaceMissingIn(en),
})

function replaceMissingIn(text: string): string {
  const missingCharacters = new Set(unprintableIn(text))
  return Array.from(text, (character) => (missingCharacters.has(character) ? '〓' : character)).join('')
}
