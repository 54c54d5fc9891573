import { IntlMessageFormat } from 'intl-messageformat'
import { type AbstractIntlMessages, createFormatter, createTranslator } from 'use-intl/core'
import type { Language } from '../language.tsx'
import { joinSpaced } from '../values/spacing.ts'
import type { Messages, Namespace } from './messages.ts'

const timeZone = 'Asia/Shanghai'

type Say = (key: string, blanks?: Record<string, string | number>) => string

interface Reader {
  (key: string): string
  raw(key: string): string
}

/**
 * Each message is read once, by its key: use-intl finds what it has read by all of its words and formats,
 * written out anew at each call.
 */
function remember(reader: Reader, tag: string): Say {
  const plain = new Map<string, string>()
  const read = new Map<string, IntlMessageFormat>()
  const chinese = tag.startsWith('zh')
  return (key, blanks) => {
    if (blanks) {
      const message = read.get(key) ?? new IntlMessageFormat(reader.raw(key), tag)
      read.set(key, message)
      return chinese ? spaced(message, blanks) : String(message.format(blanks))
    }
    const words = plain.get(key) ?? reader(key)
    plain.set(key, words)
    return words
  }
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
export function languageOf(tag: string, messages: Messages): Language {
  const translators = new Map<string, Say>()
  const make = (namespace: Namespace | '') => {
    const reader: unknown = createTranslator({
      locale: tag,
      messages: messages as object as AbstractIntlMessages,
      timeZone,
      ...(namespace && { namespace: namespace as never }),
    })
    return remember(reader as Reader, tag)
  }
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
