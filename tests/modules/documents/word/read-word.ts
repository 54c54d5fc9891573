import { chineseNumber } from '#modules/documents/assembly/numbers/numerals.ts'
import { unzipped } from '#tests/support/zip.ts'

export interface WordParagraph {
  /** What Word prints before the paragraph: 第三条, 3.1, (2), or nothing. */
  number: string
  text: string
  style: string
}

interface Level {
  format: string
  text: string
  legal: boolean
}

/** The paragraphs of a Word file in order, numbered as Word would number them. */
export function readWord(docx: Uint8Array): WordParagraph[] {
  const files = unzipped(docx)
  const lists = readLists(files.get('word/numbering.xml') ?? '')
  const counts = new Map<string, number[]>()
  return [...(files.get('word/document.xml') ?? '').matchAll(/<w:p>.*?<\/w:p>|<w:p\/>/gs)].map(([xml]) => {
    const [, level, list] = /<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"\/>/.exec(xml) ?? []
    const style = /<w:pStyle w:val="(.*?)"/.exec(xml)?.[1] ?? ''
    const number = level && list ? numberOf(lists.get(list)!, Number(level), counts, list) : ''
    return { number, style, text: textIn(xml) }
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

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

function numberOf(levels: Level[], level: number, counts: Map<string, number[]>, list: string): string {
  const count = counts.get(list) ?? []
  count[level] = (count[level] ?? 0) + 1
  count.length = level + 1
  counts.set(list, count)
  const { text, legal } = levels[level]!
  return text.replace(/%(\d)/g, (_, at) => {
    const value = count[at - 1] ?? 1
    const chinese = levels[at - 1]!.format === 'chineseCounting' && !legal
    return chinese ? chineseNumber(value) : String(value)
  })
}

function readLists(xml: string): Map<string, Level[]> {
  const levels = new Map<string, Level[]>()
  for (const [, id, body] of xml.matchAll(
    /<w:abstractNum w:abstractNumId="(\d+)".*?>(.*?)<\/w:abstractNum>/gs,
  )) {
    levels.set(
      id!,
      [...body!.matchAll(/<w:lvl .*?<\/w:lvl>/gs)].map(([level]) => readLevel(level)),
    )
  }
  const lists = [...xml.matchAll(/<w:num w:numId="(\d+)".*?<w:abstractNumId w:val="(\d+)"\/>/gs)]
  return new Map(lists.map(([, list, id]) => [list!, levels.get(id!)!]))
}

const readLevel = (xml: string): Level => ({
  format: /<w:numFmt w:val="(.*?)"/.exec(xml)?.[1] ?? '',
  text: /<w:lvlText w:val="(.*?)"/.exec(xml)?.[1] ?? '',
  legal: xml.includes('<w:isLgl/>'),
})
