import type { Path } from '#assembly/template/parse.ts'
import { type Source, setAt, textAt, valueAt } from '../source.ts'
import { dotted, numberOf, type Values } from './values.ts'

/** The party that a text favours, and the rank of the text among the fallbacks. */
export const readPosition = (data: unknown, path: Path, name: string): Values => ({
  [dotted(name, 'favours')]: textAt(data, [...path, 'favours']),
  [dotted(name, 'fallback')]: String(valueAt(data, [...path, 'fallback']) ?? ''),
})

export function writePosition(source: Source, path: Path, values: Values, name: string) {
  setAt(source, [...path, 'favours'], values[dotted(name, 'favours')])
  setAt(source, [...path, 'fallback'], numberOf(values[dotted(name, 'fallback')]))
}
