import type { Side } from '../answers.ts'
import { printValue } from '../fields.ts'
import { tableLines } from '../plain.ts'
import type { Script } from '../script.ts'
import type { Field, FieldValue } from '../template/template.ts'
import { isTable } from './table.ts'
import { tableNode } from './table-node.ts'

/** The printed text of a value on one side; for a table, its lines. */
export function printField(
  field: Field,
  value: FieldValue | undefined,
  side: Side,
  script: Script,
): string | null {
  if (!isTable(value)) return printValue(field, value, side, script)
  return field.type === 'table' ? tableLines(tableNode(field, value, script), side).join('\n') : null
}
