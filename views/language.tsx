import { IntlMessageFormat } from 'intl-messageformat'
import { createContext, useContext } from 'react'
import type * as react from 'use-intl'
import { type AbstractIntlMessages, createFormatter, createTranslator } from 'use-intl/core'

type Translator = ReturnType<typeof react.useTranslations<never>>

/** Everything said in one language. */
export interface Language {
  /** BCP 47 */
  tag: string
  /** Words whose keys begin with `namespace`. */
  translator(namespace: string): Translator
  format: ReturnType<typeof createFormatter>
}

const timeZone = 'Asia/Shanghai'

/**
 * Each message is read once, by its key: use-intl finds what it has read by all of its words and formats, written out
 * anew at each call.
 */
function remember(translator: Translator, tag: string): Translator {
  const plain = new Map<string, string>()
  const read = new Map<string, IntlMessageFormat>()
  const say = (key: string, blanks?: Record<string, string | number>) => {
    if (blanks) {
      const message = read.get(key) ?? new IntlMessageFormat(translator.raw(key as never), tag)
      read.set(key, message)
      return String(message.format(blanks))
    }
    const words = plain.get(key) ?? translator(key as never)
    plain.set(key, words)
    return words
  }
  return Object.assign(say, translator) as Translator
}

/** Made once for all requests: reading a message and making a formatter takes longer than using them. */
export function languageOf(tag: string, messages: AbstractIntlMessages): Language {
  const translators = new Map<string, Translator>()
  const make = (namespace: string) =>
    remember(
      createTranslator({
        ...{ locale: tag, messages, timeZone },
        ...(namespace && { namespace: namespace as never }),
      }) as unknown as Translator,
      tag,
    )
  return {
    tag,
    translator: (namespace) => {
      const made = translators.get(namespace) ?? make(namespace)
      translators.set(namespace, made)
      return made
    },
    format: createFormatter({ locale: tag, timeZone }),
  }
}

/** The language in which everything below is said. */
export const LanguageContext = createContext<Language | null>(null)

function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('nothing above says in which language to speak')
  return language
}

export const useTranslations = ((namespace?: string) =>
  useLanguage().translator(namespace ?? '')) as typeof react.useTranslations

export const useFormatter = () => useLanguage().format

/** BCP 47 */
export const useLocale = () => useLanguage().tag
