import type { Path } from '#assembly/template/parse.ts'
import { type PlainObject, type Source, setAt, setPair, textAt, twinPath, valueAt } from '../source.ts'
import { toChineseStyle, toEnglishStyle } from './tidy.ts'

export type Values = Record<string, string>

/** One page of the form: how it reads a part of the source, and writes it back. */
export interface PartForm {
  read(data: PlainObject, path: Path): Values
  write(source: Source, path: Path, values: Values): void
}

/** The texts of both languages under names such as `title.zh`; `name` is '' for a part's own text. */
export function readTwin(data: unknown, path: Path, name: string): Values {
  const textPath = twinPath(data, path)
  return Object.fromEntries(
    ['zh', 'en'].map((side) => [dotted(name, side), textAt(data, [...textPath, side])]),
  )
}

export const readWords = (data: unknown, path: Path, name: string): Values =>
  Object.fromEntries(['zh_CN', 'en_US'].map((tag) => [dotted(name, tag), textAt(data, [...path, tag])]))

export const dotted = (...names: (string | number)[]): string => names.filter((one) => one !== '').join('.')

export function writeTwin(source: Source, path: Path, values: Values, name: string, tidy = unchanged) {
  setPair(source, twinPath(source.document.toJS(), path), {
    zh: tidy(toChineseStyle(values[dotted(name, 'zh')] ?? '')),
    en: tidy(toEnglishStyle(values[dotted(name, 'en')] ?? '')),
  })
}

export function writeWords(source: Source, path: Path, values: Values, name: string) {
  setPair(source, path, {
    zh_CN: toChineseStyle(values[dotted(name, 'zh_CN')] ?? ''),
    en_US: toEnglishStyle(values[dotted(name, 'en_US')] ?? ''),
  })
}

const unchanged = (text: string) => text

export const readFlag = (data: unknown, path: Path): string => (valueAt(data, path) === true ? 'yes' : '')

/** Sets a key that is either `true` or absent. */
export const writeFlag = (source: Source, path: Path, value: string | undefined) =>
  setAt(source, path, value === 'yes' ? true : undefined)

/** The text as a number; any other text stays, so that the check can report it. */
export function numberOf(text: string | undefined): number | string | undefined {
  const trimmed = text?.trim()
  if (!trimmed) return undefined
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed
}

/** The entries of a list that is typed in one line. */
export const wordsOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/[,，、\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
