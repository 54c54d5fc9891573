import type { Answers, Side } from '#assembly/answers.ts'
import type { Words } from '#assembly/template/template.ts'
import { isChinese } from '#assembly/twins.ts'
import { useTranslations } from '#views/language.tsx'
import type { EditorLocale } from './state/editor-state.ts'

export function wordsIn(words: Words, locale: EditorLocale): string {
  return locale === 'zh_TW' ? (words.zh_TW ?? words.zh_CN) : words[locale]
}

/** The `lang` attribute of a side; fonts and screen readers need the script. */
export function sideLang(side: Side, script: Answers['languages']['script']): string {
  return side === 'en' ? 'en' : `zh-${script}`
}

/** Whether the text is Chinese in the English column; such text is marked as Chinese and highlighted. */
export const isStrayChinese = (side: Side, text: string): boolean => side === 'en' && isChinese(text)

/** The `lang` of the interface, for its words within a clause of the document. */
export const interfaceLang = (locale: EditorLocale): string => locale.replace('_', '-')

/** The printed side in the reader's language, or else the primary one. */
export function sideToRead(locale: EditorLocale, sides: Side[]): Side {
  const ownSide = locale === 'en_US' ? 'en' : 'zh'
  return sides.includes(ownSide) ? ownSide : (sides[0] ?? 'zh')
}

/** '2026-11-21T06:02:00Z' → '14:02'. All times of the site are Shanghai time, which has no summer time. */
export function shanghaiTime(iso: string): string {
  return new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().slice(11, 16)
}

export function useWords() {
  return useTranslations('editor')
}

export type EditorTranslator = ReturnType<typeof useWords>
