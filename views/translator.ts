import { IntlMessageFormat } from 'intl-messageformat'
import { type AbstractIntlMessages, createFormatter, createTranslator } from 'use-intl/core'
import type { Language, Translator } from './language.tsx'
import { joinSpaced } from './values/spacing.ts'

const timeZone = 'Asia/Shanghai'

/**
 * Each message is read once, by its key: use-intl finds what it has read by all of its words and formats,
 * written out anew at each call.
 */
function remember(translator: Translator, tag: string): Translator {
  const plain = new Map<string, string>()
  const read = new Map<string, IntlMessageFormat>()
  const chinese = tag.startsWith('zh')
  const say = (key: string, blanks?: Record<string, string | number>) => {
    if (blanks) {
      const message = read.get(key) ?? new IntlMessageFormat(translator.raw(key as never), tag)
      read.set(key, message)
      return chinese ? spaced(message, blanks) : String(message.format(blanks))
    }
    const words = plain.get(key) ?? translator(key as never)
    plain.set(key, words)
    return words
  }
  return Object.assign(say, translator) as Translator
}

/** What is in a blank comes as an object, or the reader would join it to the words beside it. */
function spaced(message: IntlMessageFormat, blanks: Record<string, string | number>): string {
  const apart = Object.entries(blanks).map(([name, value]) => [
    name,
    typeof value === 'string' ? { toString: () => value } : value,
  ])
  return joinSpaced(message.formatToParts(Object.fromEntries(apart)).map(({ value }) => String(value)))
}

/** Made once for all requests: reading a message and making a formatter takes longer than using them. */
export function languageOf(tag: string, messages: AbstractIntlMessages): Language {
  const translators = new Map<string, Translator>()
  const make = (namespace: string) =>
    remember(
      createTranslator({
        locale: tag,
        messages,
        timeZone,
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
