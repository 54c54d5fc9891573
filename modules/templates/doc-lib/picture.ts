import { gzipSync } from 'node:zlib'
import type { LanguageChoice } from '#assembly/answers.ts'
import { assembleText } from '#assembly/assemble-text.ts'
import { blankAnswers } from '#assembly/blank.ts'
import type { Template } from '#assembly/template/template.ts'
import { printPicture } from '#modules/printing/index.ts'

/** The languages of a picture, by interface locale. */
export const PICTURED = {
  zh_CN: { primary: 'zh', bilingual: true, script: 'Hans' },
  zh_TW: { primary: 'zh', bilingual: true, script: 'Hant' },
  en_US: { primary: 'en', bilingual: true, script: 'Hans' },
} as const satisfies Record<string, LanguageChoice>

const drawn = new WeakMap<Template, Map<string, Promise<Uint8Array<ArrayBuffer>>>>()

/** The first page of an empty template as compressed SVG. Drawn on the first request and then cached. */
export function firstPage(template: Template, locale: keyof typeof PICTURED) {
  const pages = drawn.get(template) ?? new Map()
  drawn.set(template, pages)
  const page = pages.get(locale) ?? drawPage(template, PICTURED[locale])
  pages.set(locale, page)
  // A failed drawing is retried on the next request.
  page.catch(() => pages.delete(locale))
  return page
}

async function drawPage(template: Template, languages: LanguageChoice) {
  const answers = blankAnswers(template, languages)
  const svg = await printPicture(assembleText({ name: '', number: '', template, answers }))
  return new Uint8Array(gzipSync(svg, { level: 9 }))
}
