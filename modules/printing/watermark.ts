import type { LanguageChoice } from '#assembly/answers.ts'

/** The text printed lightly behind each page, in the document's languages. */
export interface Watermark {
  zh: string
  en: string
  /** small: shows where a document comes from; large: shows that it must not be used. */
  size: 'small' | 'large'
}

export const DRAFT: Watermark = { zh: '草稿', en: 'Draft', size: 'large' }

interface FinalisedDocument {
  watermarked: boolean
  answers: { languages: LanguageChoice }
}

/**
 * The watermark of a document finalised on the free demo. It is permanent: no later plan changes a finalised
 * file.
 */
export function watermarkOf({ watermarked, answers }: FinalisedDocument): Watermark | undefined {
  if (!watermarked) return undefined
  const zh = answers.languages.script === 'Hant' ? '契書免費試用' : '契书免费试用'
  return { zh, en: 'Qishu free demo', size: 'small' }
}
