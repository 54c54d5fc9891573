import { createContext, useContext } from 'react'
import type { createFormatter } from 'use-intl'
import type { MessagesOf, Namespace, Translator } from './language/messages.ts'
import { joinSpaced } from './values/spacing.ts'

/** Everything said in one language. */
export interface Language {
  /** BCP 47 */
  tag: string
  /** Words whose keys begin with `namespace`. */
  translator<N extends Namespace | ''>(namespace: N): Translator<N>
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

interface UseTranslations {
  (): Translator
  <N extends Namespace>(namespace: N): Translator<N>
}

export const useTranslations = ((namespace?: Namespace) =>
  useLanguage().translator(namespace ?? '')) as UseTranslations

export const useFormatter = () => useLanguage().format!

/** BCP 47 */
export const useLocale = () => useLanguage().tag

/** Between two sentences: a Chinese full stop includes its own space. */
export const SentenceSpace = () => (useLocale().startsWith('zh') ? '' : ' ')

type Words = Record<string, unknown> | undefined

/**
 * The language of an island, whose words have blanks and nothing else: `{count}`. It says a key that is
 * missing, and spares the browser the reader of messages with plurals and choices.
 */
export function plainLanguage<N extends Namespace>(
  tag: string,
  namespace: N,
  words: MessagesOf<N>,
): Language {
  const say = (key: string, blanks: Record<string, unknown> = {}) => {
    const found = key.split('.').reduce<unknown>((within, part) => (within as Words)?.[part], words)
    if (typeof found !== 'string') return `${namespace}.${key}`
    const pieces = found.split(/\{(\w+)\}/).map((piece, at) => (at % 2 ? String(blanks[piece] ?? '') : piece))
    return tag.startsWith('zh') ? joinSpaced(pieces) : pieces.join('')
  }
  return { tag, translator: () => say }
}
