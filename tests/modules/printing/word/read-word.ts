import { chineseNumber } from '#assembly/numbers/numerals.ts'
import { unzipped } from '#tests/support/zip.ts'

export interface WordParagraph {
  /** The printed prefix of the paragraph: 第三条, 3.1, (2), or nothing. */
  number: string
  text: string
  style: string
  bookmarks: string[]
  fields: { code: string; result: string }[]
}

interface Level {
  format: string
  text: string
}

/**
 * A list to which a paragraph belongs. All paragraphs of a list are counted together unless they restart.
 */
interface Instance {
  list: string
  levels: Level[]
  restarts: boolean
}

/**
 * The paragraphs of a Word file in order, numbered by the rules that all readers support. `isLgl`, which
 * changes number formats, is left out, because LibreOffice ignores it.
 */
export const readWord = (docx: Uint8Array): WordParagraph[] => readParts(unzipped(docx))

/** Like `readWord`, for the parts of an unpacked file, by path. */
export function readParts(files: Map<string, string>): WordParagraph[] {
  const instances = readInstances(files.get('word/numbering.xml') ?? '')
  const counts = new Map<string, number[]>()
  const begunLists = new Set<string>()
  return [...(files.get('word/document.xml') ?? '').matchAll(/<w:p>.*?<\/w:p>|<w:p\/>/gs)].map(([xml]) => {
    const [, level, id] = /<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"\/>/.exec(xml) ?? []
    const style = /<w:pStyle w:val="(.*?)"/.exec(xml)?.[1] ?? ''
    let number = ''
    if (level && id) {
      const instance = instances.get(id)!
      if (instance.restarts && !begunLists.has(id)) counts.delete(instance.list)
      begunLists.add(id)
      number = numberOf(instance, Number(level), counts)
    }
    const bookmarks = [...xml.matchAll(/<w:bookmarkStart w:name="(.*?)"/g)].map(([, name]) => name!)
    return { number, style, text: textIn(xml), bookmarks, fields: fieldsIn(xml) }
  })
}

export function partOf(docx: Uint8Array, path: RegExp): string {
  return [...unzipped(docx)]
    .filter(([name]) => path.test(name))
    .map(([, xml]) => xml)
    .join('\n')
}

export function textIn(xml: string): string {
  return [...xml.matchAll(/<w:t(?: [^>]*)?>(.*?)<\/w:t>/gs)].map(([, text]) => unescaped(text ?? '')).join('')
}

function fieldsIn(xml: string) {
  const fields = xml.matchAll(/<w:instrText>(.*?)<\/w:instrText>(.*?)w:fldCharType="end"/gs)
  return [...fields].map(([, code, rest]) => ({ code: code!, result: textIn(rest!) }))
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

function numberOf({ list, levels }: Instance, level: number, counts: Map<string, number[]>): string {
  const count = counts.get(list) ?? []
  count[level] = (count[level] ?? 0) + 1
  count.length = level + 1
  counts.set(list, count)
  return levels[level]!.text.replace(/%(\d)/g, (_, at) => {
    const value = count[at - 1] ?? 1
    return levels[at - 1]!.format === 'chineseCounting' ? chineseNumber(value) : String(value)
  })
}

function readInstances(xml: string): Map<string, Instance> {
  const lists = [...xml.matchAll(/<w:abstractNum w:abstractNumId="(\d+)".*?>(.*?)<\/w:abstractNum>/gs)]
  const levels = new Map(lists.map(([, id, body]) => [id!, readLevels(body!)]))
  const instances = xml.matchAll(/<w:num w:numId="(\d+)".*?<w:abstractNumId w:val="(\d+)"\/>(.*?)<\/w:num>/gs)
  return new Map(
    [...instances].map(([, id, list, overrides]) => [
      id!,
      {
        list: list!,
        levels: Object.assign([...levels.get(list!)!], readLevels(overrides!)),
        restarts: overrides!.includes('<w:startOverride'),
      },
    ]),
  )
}

/** Levels by their index in the list. */
function readLevels(xml: string): Level[] {
  const levels: Level[] = []
  for (const [level, at] of xml.matchAll(/<w:lvl w:ilvl="(\d)".*?<\/w:lvl>/gs))
    levels[Number(at)] = {
      format: /<w:numFmt w:val="(.*?)"/.exec(level)?.[1] ?? '',
      text: /<w:lvlText w:val="(.*?)"/.exec(level)?.[1] ?? '',
    }
  return levels
}
