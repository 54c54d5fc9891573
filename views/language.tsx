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

/** Most words have no blanks to fill: said once, they are known. */
function rememberPlain(translator: Translator): Translator {
  const said = new Map<string, string>()
  const say = (key: string, ...blanks: never[]) => {
    if (blanks.length && blanks[0] !== undefined) return translator(key as never, ...blanks)
    const words = said.get(key) ?? translator(key as never)
    said.set(key, words)
    return words
  }
  return Object.assign(say, translator) as Translator
}

/** Made once for all requests: reading a message and making a formatter takes longer than using them. */
export function languageOf(tag: string, messages: AbstractIntlMessages): Language {
  const translators = new Map<string, Translator>()
  const make = (namespace: string) =>
    rememberPlain(
      createTranslator({
        ...{ locale: tag, messages, timeZone },
        ...(namespace && { namespace: namespace as never }),
      }) as unknown as Translator,
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
