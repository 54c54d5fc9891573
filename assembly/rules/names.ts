import { cellOf, isTable } from '../tables/table.ts'
import type { NamesTest } from '../template/names-test.ts'
import type { Column, FieldValue } from '../template/template.ts'
import { asTwin, foldedName } from '../twins.ts'

type Answered = (field: string) => FieldValue | undefined

/** Whether names of one list are among those of another. Names match in either language. */
export function namesAgree(test: NamesTest, value: Answered): boolean {
  const knownNames = new Set(namesIn(test.in, value).flat())
  const names = namesIn('every' in test ? test.every : test.some, value)
  const isKnown = (name: string[]) => name.some((one) => knownNames.has(one))
  return 'every' in test ? names.every(isKnown) : names.some(isKnown)
}

/** The names in a text field, or in a column of a table, `directors.name`. */
function namesIn(place: string, value: Answered): string[][] {
  const [id = '', column] = place.split('.')
  const answer = value(id)
  const cells =
    column && isTable(answer) ? answer.rows.map((row) => cellOf(row, { id: column } as Column)) : [answer]
  return cells
    .map((cell) => Object.values(asTwin(cell)).map(foldedName).filter(Boolean))
    .filter((name) => name.length > 0)
}
