import type { Messages, Translator } from '#views/language/messages.ts'
import { languageOf } from '#views/language/translator.ts'

export const LOCALES = ['zh_CN', 'zh_TW', 'en_US'] as const
export type Locale = (typeof LOCALES)[number]

const files = import.meta.glob<Messages[keyof Messages]>('../../locales/*/*.json', {
  eager: true,
  import: 'default',
})

/** `messages.en_US.documents.finalise` is the key `finalise` of locales/en_US/documents.json. */
export const messages = Object.fromEntries(LOCALES.map((locale) => [locale, {}])) as Record<Locale, Messages>
for (const [path, content] of Object.entries(files)) {
  const [file, locale] = path.split('/').reverse() as [string, Locale]
  Object.assign(messages[locale], { [file.replace('.json', '')]: content })
}

export function isLocale(text: string | undefined): text is Locale {
  return LOCALES.includes(text as Locale)
}

/** BCP 47, for `lang` attributes and Intl. */
export function languageTag(locale: Locale): string {
  return { zh_CN: 'zh-CN', zh_TW: 'zh-TW', en_US: 'en-US' }[locale]
}

/** The languages of pages and mails. */
export const languages = Object.fromEntries(
  LOCALES.map((locale) => [locale, languageOf(languageTag(locale), messages[locale])]),
) as Record<Locale, ReturnType<typeof languageOf>>

export type Translate = Translator

/**
 * Translates outside React: mails, problem messages, and logs that people read. Keys are complete:
 * `accounts.mail.subject`.
 */
export const translate = (locale: Locale): Translator => languages[locale].translator('')

/** The locale that Accept-Language prefers; zh_CN if it names none of ours. */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  for (const part of (acceptLanguage ?? '').slice(0, 200).toLowerCase().split(',')) {
    const tag = part.split(';')[0]!.trim()
    if (tag.startsWith('en')) return 'en_US'
    if (/^zh-(tw|hk|mo|hant)/.test(tag)) return 'zh_TW'
    if (tag.startsWith('zh')) return 'zh_CN'
  }
  return 'zh_CN'
}
