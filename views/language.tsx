import { createContext, useContext } from 'react'
import type { createFormatter, useTranslations as translations } from 'use-intl'
import { joinSpaced } from './values/spacing.ts'

export type Translator = ReturnType<typeof translations<never>>

/** Everything said in one language. */
export interface Language {
  /** BCP 47 */
  tag: string
  /** Words whose keys begin with `namespace`. */
  translator(namespace: string): Translator
  /** Not in the browser. */
  format?: ReturnType<typeof createFormatter>
}

/** The language in which everything below is said. */
export const LanguageContext = createContext<Language | null>(null)

function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('nothing above says in which language to speak')
  return language
}

export const useTranslations = ((namespace?: string) =>
  useLanguage().translator(namespace ?? '')) as typeof translations

export const useFormatter = () => useLanguage().format!

/** BCP 47 */
export const useLocale = () => useLanguage().tag

/** Between two sentences: a Chinese full stop brings its own space. */
export const SentenceSpace = () => (useLocale().startsWith('zh') ? '' : ' ')

export interface PlainWords {
  [key: string]: string | PlainWords
}

/**
 * The language of an island, whose words have blanks and nothing else: `{count}`. It says a key that is
 * missing, and spares the browser the reader of messages with plurals and choices.
 */
export function plainLanguage(tag: string, namespace: string, words: PlainWords): Language {
  const say = (key: string, blanks: Record<string, unknown> = {}) => {
    const found = key.split('.').reduce<unknown>((within, part) => (within as PlainWords)?.[part], words)
    if (typeof found !== 'string') return `${namespace}.${key}`
    const pieces = found.split(/\{(\w+)\}/).map((piece, at) => (at % 2 ? String(blanks[piece] ?? '') : piece))
    return tag.startsWith('zh') ? joinSpaced(pieces) : pieces.join('')
  }
  return { tag, translator: () => say as unknown as Translator }
}
