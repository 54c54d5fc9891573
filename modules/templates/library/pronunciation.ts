import { readFileSync } from 'node:fs'
import { pinyin } from 'pinyin-pro'
import type { Template } from '#assembly/template/template.ts'
import { traditionalText } from '../traditional.ts'

/**
 * The pronunciation of a template's names, as syllables without tones (bao mi xie yi), and its tags in
 * traditional script. Computed when a template is built or checked, because servers do not load the
 * dictionaries.
 */
export interface Pronunciation {
  title: string
  tags: string[]
  traditionalTags: string[]
  /** Set for shipped templates only. */
  category?: string
}

export const pronunciationOf = ({ title, tags }: Template): Pronunciation => ({
  title: syllables(title.zh),
  tags: tags.map(syllables),
  traditionalTags: tags.map(traditionalText),
})

/** The pronunciation of a shipped template, with the name of its category. */
export function shippedPronunciationOf(template: Template): Pronunciation {
  const { category } = JSON.parse(readFileSync('locales/zh_CN/documents.json', 'utf8'))
  return { ...pronunciationOf(template), category: syllables(category[template.category] ?? '') }
}

/** ü is written as u: 履 becomes lu, as 路 does, and a search may use u, ü or v. */
const syllables = (text: string) =>
  pinyin(text, { toneType: 'none', type: 'array', nonZh: 'removed' }).join(' ').replaceAll('ü', 'u')
