import type { Field, FieldValue, TableRow } from '../template/template.ts'
import { asTwin } from '../twins.ts'

/** The separators between the names in a text, in either language. */
const NAME_SEPARATORS = ['，', '；', ',', ';', '\n', ' and ']

const namesOf = (text: string) =>
  NAME_SEPARATORS.reduce((rest, mark) => rest.replaceAll(mark, '、'), text)
    .split('、')
    .map((name) => name.trim())
    .filter(Boolean)

/**
 * Splits a text with several names of the earlier version into the rows of a table of names. If the
 * languages have different numbers of names, all names go into one row. Undefined for a table of another
 * kind.
 */
export function rowsFromNames({ columns = [] }: Field, value: FieldValue): { rows: TableRow[] } | undefined {
  const [first, ...others] = columns
  if (first?.type !== 'text' || first.holds !== 'person' || others.some(({ required }) => required)) return
  const { zh, en } = asTwin(value)
  const [chinese, english] = [namesOf(zh), namesOf(en)]
  if (!chinese.length && !english.length) return
  const twins =
    chinese.length === english.length
      ? chinese.map((name, index) => ({ zh: name, en: english[index]! }))
      : [{ zh, en }]
  return { rows: twins.map((name, index) => ({ id: `r${index + 1}`, cells: { [first.id]: name } })) }
}
