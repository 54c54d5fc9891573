import type { LanguageChoice } from '#assembly/answers.ts'

/** The language choices of a printed document. */
export const LANGUAGES: [name: string, languages: LanguageChoice][] = [
  ['two, Chinese first', { primary: 'zh', bilingual: true, script: 'Hans' }],
  ['two, English first', { primary: 'en', bilingual: true, script: 'Hant' }],
  ['Chinese', { primary: 'zh', bilingual: false, script: 'Hans' }],
  ['traditional Chinese', { primary: 'zh', bilingual: false, script: 'Hant' }],
  ['English', { primary: 'en', bilingual: false, script: 'Hans' }],
]
