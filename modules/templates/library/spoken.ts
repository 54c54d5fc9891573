import { readFileSync } from 'node:fs'
import { pinyin } from 'pinyin-pro'
import type { Template } from '#assembly/template/template.ts'
import { traditionalText } from '../traditional.ts'

/**
 * How the names of a template sound, as syllables without tones (bao mi xie yi), and its tags in traditional
 * script. Made where a template is built or checked: the dictionaries are in no server.
 */
export interface Spoken {
  title: string
  tags: string[]
  traditionalTags: string[]
  /** Of a shipped one alone. */
  category?: string
}

export const spokenOf = ({ title, tags }: Template): Spoken => ({
  title: syllables(title.zh),
  tags: tags.map(syllables),
  traditionalTags: tags.map(traditionalText),
})

/** The same of a shipped template, with the name of its category. */
export function spokenShipped(template: Template): Spoken {
  const { category } = JSON.parse(readFileSync('locales/zh_CN/documents.json', 'utf8'))
  return { ...spokenOf(template), category: syllables(category[template.category] ?? '') }
}

/** 履 is lu here as 路 is: whoever types u, ü or v means either. */
const syllables = (text: string) =>
  pinyin(text, { toneType: 'none', type: 'array', nonZh: 'removed' }).join(' ').replaceAll('ü', 'u')
