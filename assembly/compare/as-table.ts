import type { Run, TableNode } from '../tree.ts'
import type { ComparedRow } from './compare.ts'
import type { ComparedWords } from './words.ts'

/**
 * Turns the rows of a compared table into a table, whose column widths can be computed. Removed text counts
 * too.
 */
export function asTable(rows: ComparedRow[]): TableNode {
  const runs = (words: ComparedWords[]): Run[] => [
    { kind: 'text', text: words.map(({ text }) => text).join('') },
  ]
  const widest = rows.find(({ cells }) => cells?.every(({ span = 1 }) => span === 1)) ?? rows[0]!
  return {
    field: '',
    columns: (widest.cells ?? []).map(({ figures }, index) => ({
      id: String(index),
      label: { zh: '', en: '' },
      ...(figures && { figures }),
    })),
    rows: rows.map(({ id, cells = [] }) => ({
      id,
      ...(cells.some(({ span = 1 }) => span > 1) && { total: true as const }),
      cells: cells.map(({ text, span }) => ({
        text: { zh: runs(text.zh), en: runs(text.en) },
        ...(span && { span }),
      })),
    })),
  }
}
