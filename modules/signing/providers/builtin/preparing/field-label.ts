import type { LanguageChoice, Side } from '#assembly/answers.ts'
import type { Sides } from '#assembly/tree.ts'

/** The purpose of a field in a file. */
export type FieldPurpose = 'sign' | 'seal' | 'crossPage'

interface LabelFacts {
  languages: LanguageChoice
  /** For example 甲方 / Party A. */
  party: Sides<string>
  /** Name of the signatory; undefined for a seal, which belongs to the party. */
  name?: string
  /** Counted from 1, if the person signs in several places. */
  place?: number
}

const WORDS: Record<FieldPurpose, Record<'Hans' | 'Hant' | 'en', string>> = {
  sign: { Hans: '签名', Hant: '簽名', en: 'Signature' },
  seal: { Hans: '印章图样', Hant: '印章圖樣', en: 'Picture of the seal' },
  crossPage: { Hans: '骑缝章图样', Hant: '騎縫章圖樣', en: 'Picture of the cross-page seal' },
}

/**
 * The name of a field for people who cannot see the page, in the document's language: “Signature of Party A:
 * Oliver Grant”. In a bilingual document the other language follows: “… (甲方签名)”.
 */
export function fieldLabel(purpose: FieldPurpose, { languages, party, name, place = 1 }: LabelFacts): string {
  const { primary, bilingual, script } = languages
  const placeNumber = place > 1 ? ` ${place}` : ''
  const words: Sides<string> = {
    zh: `${party.zh}${WORDS[purpose][script]}${placeNumber}`,
    en: `${WORDS[purpose].en}${placeNumber} of ${party.en}`,
  }
  const other: Side = primary === 'zh' ? 'en' : 'zh'
  const [colon, opening, closing] = primary === 'zh' ? ['：', '（', '）'] : [': ', ' (', ')']
  return [
    words[primary],
    name ? `${colon}${name}` : '',
    bilingual ? `${opening}${words[other]}${closing}` : '',
  ].join('')
}
