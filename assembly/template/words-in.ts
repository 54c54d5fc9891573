import { dynamicKey } from '#views/language/messages.ts'
import type { Twin, Words } from './template.ts'

/** A template's words in the language of the interface. */
export function wordsIn(words: Words, locale: string): string {
  if (locale === 'en_US') return words.en_US
  return locale === 'zh_TW' ? (words.zh_TW ?? words.zh_CN) : words.zh_CN
}

export function twinIn(twin: Twin, locale: string): string {
  if (locale === 'en_US') return twin.en
  return locale === 'zh_TW' ? (twin.hant ?? twin.zh) : twin.zh
}

export const categoryKey = (category: string) => dynamicKey<'documents'>(`category.${category}`)

export const jurisdictionKey = (place: string) => dynamicKey<'documents'>(`jurisdiction.${place}`)

/** The locale for a BCP 47 tag; use-intl identifies the interface language by such a tag. */
export const localeOf = (tag: string) => tag.replace('-', '_')
