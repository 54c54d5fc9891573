import { gunzipSync, gzipSync } from 'node:zlib'
import type { LanguageChoice } from '#assembly/answers.ts'
import { assembleText } from '#assembly/assemble-text.ts'
import { blankAnswers } from '#assembly/blank.ts'
import type { Template } from '#assembly/template/template.ts'
import { printPicture } from '#modules/printing/index.ts'
import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { runCapped } from '#src/jobs/capped-process.ts'
import { scriptFile } from '#src/jobs/script-file.ts'

/** The languages of a picture, by interface locale. */
export const PICTURE_LANGUAGES = {
  zh_CN: { primary: 'zh', bilingual: true, script: 'Hans' },
  zh_TW: { primary: 'zh', bilingual: true, script: 'Hant' },
  en_US: { primary: 'en', bilingual: true, script: 'Hans' },
} as const satisfies Record<string, LanguageChoice>

type Locale = keyof typeof PICTURE_LANGUAGES
type Picture = Promise<Uint8Array<ArrayBuffer>>

/** In pixels: twice the size on the page, for high-resolution screens. */
const THUMBNAIL = [192, 272]
const CAP = { seconds: 10, heapMb: 128, dataMb: 1600, residentMb: 400 }

/** The first page of an empty template as compressed SVG; drawn on the first request, then cached. */
export const firstPage = cachePictures(drawPage)

/** The first page as a small WebP. Throws TOO_MANY_REQUESTS if too many requests wait. */
export const firstPageThumbnail = cachePictures(drawThumbnail)

function cachePictures(draw: (template: Template, locale: Locale) => Picture) {
  const picturesOf = new WeakMap<Template, Map<Locale, Picture>>()
  return (template: Template, locale: Locale): Picture => {
    const pictures = picturesOf.get(template) ?? new Map<Locale, Picture>()
    picturesOf.set(template, pictures)
    const picture = pictures.get(locale) ?? draw(template, locale)
    pictures.set(locale, picture)
    // A failed drawing is retried on the next request.
    picture.catch(() => pictures.delete(locale))
    return picture
  }
}

async function drawPage(template: Template, locale: Locale) {
  const answers = blankAnswers(template, PICTURE_LANGUAGES[locale])
  const svg = await printPicture(assembleText({ name: '', number: '', template, answers }))
  return new Uint8Array(gzipSync(svg, { level: 9 }))
}

/**
 * Limits the queue: a page requests the pictures of all templates in view, and a library has dozens of them.
 */
const drawingLimit = limitConcurrency({ concurrency: 1, maxWaiting: 200 })

function drawThumbnail(template: Template, locale: Locale): Picture {
  return drawingLimit(async () => {
    const svg = gunzipSync(await firstPage(template, locale))
    const script = scriptFile(import.meta.url, 'thumbnail-process')
    const { code, output } = await runCapped(script, THUMBNAIL.map(String), CAP, svg)
    if (code !== 0) throw new Error(`The thumbnail of ${template.code} was not drawn: ${code}`)
    return new Uint8Array(Buffer.from(output, 'base64'))
  })
}
