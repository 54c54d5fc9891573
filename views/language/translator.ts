import { IntlMessageFormat } from 'intl-messageformat'
import { type AbstractIntlMessages, createFormatter, createTranslator } from 'use-intl/core'
import type { Language } from '../language.tsx'
import { joinSpaced } from '../values/spacing.ts'
import type { Messages, Namespace } from './messages.ts'

const timeZone = 'Asia/Shanghai'

type TranslateKey = (key: string, blanks?: Record<string, string | number>) => string

interface Reader {
  (key: string): string
  raw(key: string): string
}

/**
 * Parses each message once and caches it by key. The cache of use-intl is slower: its keys contain all
 * messages and formats, which it serialises again at each call.
 */
function cachedTranslator(reader: Reader, tag: string): TranslateKey {
  const plainMessages = new Map<string, string>()
  const parsedMessages = new Map<string, IntlMessageFormat>()
  const isChinese = tag.startsWith('zh')
  return (key, blanks) => {
    if (blanks) {
      const message = parsedMessages.get(key) ?? new IntlMessageFormat(reader.raw(key), tag)
      parsedMessages.set(key, message)
      return isChinese ? formatSpaced(message, blanks) : String(message.format(blanks))
    }
    const words = plainMessages.get(key) ?? reader(key)
    plainMessages.set(key, words)
    return words
  }
}

/**
 * Wraps texts in objects, because the formatter would otherwise join them with the adjacent words into one
 * part.
 */
function formatSpaced(message: IntlMessageFormat, blanks: Record<string, string | number>): string {
  const wrappedValues = Object.entries(blanks).map(([name, value]) => [
    name,
    typeof value === 'string' ? { toString: () => value } : value,
  ])
  return joinSpaced(
    message.formatToParts(Object.fromEntries(wrappedValues)).map(({ value }) => String(value)),
  )
}

/** Made once for all requests, because parsing messages and making formatters is slow. */
export function languageOf(tag: string, messages: Messages): Language {
  const translators = new Map<string, TranslateKey>()
  const makeTranslator = (namespace: Namespace | '') => {
    const reader: unknown = createTranslator({
      locale: tag,
      messages: messages as object as AbstractIntlMessages,
      timeZone,
      ...(namespace && { namespace: namespace as never }),
    })
    return cachedTranslator(reader as Reader, tag)
  }
  return {
    tag,
    translator: (namespace) => {
      const translator = translators.get(namespace) ?? makeTranslator(namespace)
      translators.set(namespace, translator)
      return translator
    },
    format: createFormatter({ locale: tag, timeZone }),
  }
}
