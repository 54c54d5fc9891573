import { localeOf } from '#assembly/template/words-in.ts'
import { partyLabel } from '#assembly/words.ts'
import { useLocale } from '#views/language.tsx'
import { traditionalText } from '../../traditional.ts'
import { type PlainObject, textAt, twinPath } from '../source.ts'

const MAX_NAME_LENGTH = 40

const shorten = (text: string) =>
  text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH)}…` : text

/** A text whose marks are printed, or shown as gaps. */
const withoutMarks = (text: string, isChinese: boolean) =>
  text
    .replaceAll(/\{party:[a-j]\}/g, (mark) => {
      const { zh, en } = partyLabel('abcdefghij'.indexOf(mark.charAt(7)))
      return isChinese ? zh : en
    })
    .replaceAll(/\{[^{}]*\}/g, '…')

/** The names of a template's parts in the language of the page; if missing, in the other language. */
export function useNames() {
  const tag = useLocale()
  const isChinese = tag.startsWith('zh')
  const textIn = (part: unknown, path: string[], keys: [string, string]) => {
    const [firstKey, secondKey] = isChinese ? keys : keys.toReversed()
    const text = textAt(part, [...path, firstKey!]) || textAt(part, [...path, secondKey!])
    return localeOf(tag) === 'zh_TW' ? traditionalText(text) : text
  }
  const twinOf = (part: PlainObject) => textIn(part, twinPath(part, []).map(String), ['zh', 'en'])
  const labelOf = (part: PlainObject) =>
    textIn(part, ['label'], ['zh_CN', 'en_US']) ||
    shorten(withoutMarks(twinOf(part), isChinese)) ||
    textAt(part, ['id'])
  return {
    labelOf,
    fieldName: labelOf,
    partName: (part: PlainObject) =>
      textIn(part, ['title'], ['zh', 'en']) ||
      shorten(withoutMarks(twinOf(part), isChinese)) ||
      textAt(part, ['id']),
    ruleName: (rule: PlainObject) => textIn(rule, ['message'], ['zh_CN', 'en_US']) || textAt(rule, ['id']),
    titleOf: (template: PlainObject) => textIn(template, ['title'], ['zh', 'en']),
    partyName: (party: PlainObject) => {
      const index = 'abcdefghij'.indexOf(textAt(party, ['key']) || '-')
      const label = index >= 0 && partyLabel(index)
      const role = textIn(party, ['role'], ['zh', 'en'])
      return [label && (isChinese ? label.zh : label.en), role].filter(Boolean).join(' · ')
    },
  }
}
