import type { Twin, Words } from '#assembly/template/template.ts'
import { localeOf, twinIn, wordsIn } from '#assembly/template/words-in.ts'
import { useLocale } from '#views/language.tsx'

/** Reads the texts of checklists in the language of the page. */
export function useTexts() {
  const locale = localeOf(useLocale())
  return {
    twin: (text: Twin) => twinIn(text, locale),
    words: (text: Words) => wordsIn(text, locale),
  }
}
