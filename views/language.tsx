import { createContext, useContext } from 'react'
import type { createFormatter } from 'use-intl'
import type { MessagesOf, Namespace, Translator } from './language/messages.ts'
import { joinSpaced } from './values/spacing.ts'

/** Translators and formatters of one language. */
export interface Language {
  /** The language as a BCP 47 tag. */
  tag: string
  /** Translates keys within `namespace`. */
  translator<N extends Namespace | ''>(namespace: N): Translator<N>
  /** Formats numbers and dates; undefined in the browser. */
  format?: ReturnType<typeof createFormatter>
}

/** The language of everything rendered inside. */
export const LanguageContext = createContext<Language | null>(null)

function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('nothing above says in which language to speak')
  return language
}

interface UseTranslations {
  (): Translator
  <N extends Namespace>(namespace: N): Translator<N>
}

export const useTranslations = ((namespace?: Namespace) =>
  useLanguage().translator(namespace ?? '')) as UseTranslations

export const useFormatter = () => useLanguage().format!

/** The language of the page as a BCP 47 tag. */
export const useLocale = () => useLanguage().tag

/** The space between two sentences. A Chinese full stop includes its own space. */
export const SentenceSpace = () => (useLocale().startsWith('zh') ? '' : ' ')

type Words = Record<string, unknown> | undefined

/**
 * The language of an island, whose messages only have plain placeholders: `{count}`. Shows the key of a
 * missing message. The browser then does not need the parser for messages with plurals and choices.
 */
export function plainLanguage<N extends Namespace>(
  tag: string,
  namespace: N,
  words: MessagesOf<N>,
): Language {
  const translate = (key: string, blanks: Record<string, unknown> = {}) => {
    const message = key.split('.').reduce<unknown>((within, part) => (within as Words)?.[part], words)
    if (typeof message !== 'string') return `${namespace}.${key}`
    const pieces = message
      .split(/\{(\w+)\}/)
      .map((piece, index) => (index % 2 ? String(blanks[piece] ?? '') : piece))
    return tag.startsWith('zh') ? joinSpaced(pieces) : pieces.join('')
  }
  return { tag, translator: () => translate }
}
