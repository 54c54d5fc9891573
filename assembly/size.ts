import type { Answers } from './answers.ts'
import { effectiveText } from './assemble-text.ts'
import { replaceUnprintable } from './characters/printable.ts'
import { outline } from './outline.ts'
import { runsText } from './plain.ts'
import { resolveText } from './resolve.ts'
import { openScene } from './scene.ts'
import { tableNode } from './tables/table-node.ts'
import type { Clause, Template } from './template/template.ts'

/** The size of a document's recitals, articles and tables in both languages, including dropped clauses. */
export interface Size {
  characters: number
  /** The number of table cells and of marks (`{fee}`, `{ref:payment}`, `{party:a}`). */
  marks: number
}

/**
 * The limits of a document: about a hundred pages in two languages. Characters are counted after blanks are
 * filled in, which limits a few marks with long values; the limit on marks applies to very many short ones.
 */
export const MAX_SIZE: Size = { characters: 300_000, marks: 5_000 }

export function sizeOf(template: Template, answers: Answers): Size {
  const scene = openScene({ name: '', number: '', template, answers })
  const size = { characters: 0, marks: 0 }
  const add = (clause: Clause) => {
    const { text } = effectiveText(clause, answers)
    for (const side of ['zh', 'en'] as const) {
      for (const run of resolveText(text[side], side, scene).runs) {
        size.characters += replaceUnprintable(run.text).length
        if (run.kind !== 'text') size.marks++
      }
    }
    addTable(clause)
    clause.items?.forEach(add)
  }
  const addTable = ({ table }: Clause) => {
    const answeredField = table === undefined ? undefined : scene.fields.get(table)
    if (!answeredField) return
    for (const { cells } of tableNode(answeredField.field, answeredField.value, scene.script).rows) {
      for (const { text } of cells) {
        size.characters += runsText(text.zh).length + runsText(text.en).length
        size.marks++
      }
    }
  }
  template.recitals.forEach(add)
  for (const { article, clauses } of outline(template, answers)) {
    size.characters += article.title.zh.length + article.title.en.length
    clauses.forEach(add)
  }
  return size
}
