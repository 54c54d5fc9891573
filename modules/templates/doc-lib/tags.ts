import type { Template } from '#assembly/template/template.ts'
import { isChinese } from '#assembly/twins.ts'
import { libraryEntries } from '../library.ts'

/** The tags in the reader's language; a template lists the tags of all languages together. */
export function tagsIn({ code, tags }: Template, locale: string): string[] {
  const { spoken } = libraryEntries().find(({ template }) => template.code === code) ?? {}
  const scriptTags = locale === 'zh_TW' ? (spoken?.traditionalTags ?? tags) : tags
  return scriptTags.filter((tag) => isChinese(tag) === (locale !== 'en_US'))
}
