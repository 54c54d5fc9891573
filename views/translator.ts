import { type AbstractIntlMessages, createFormatter, createTranslator } from 'use-intl/core'
import type { Language, Translator } from './language.tsx'

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
