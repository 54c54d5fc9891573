import { unzipSync } from 'fflate'
import { walkXml } from '#src/files/spreadsheet/walk-xml.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { readNumbering, type WordNumbering } from './word-numbering.ts'

/** A paragraph of a Word file. */
export interface WordParagraph {
  text: string
  isHeading: boolean
  /**
   * The number that Word prints before the paragraph, reduced to its level: always the first number of the
   * level, such as `1.1`.
   */
  label?: string
}

/** The content of a Word file in order: paragraphs, and table rows whose cells contain paragraphs. */
export type WordBlock = { paragraph: WordParagraph } | { cells: WordParagraph[][] }

/** Maximum number of bytes of the unpacked text. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024
const MAX_BLOCKS = 3000
const DOCUMENT = 'word/document.xml'
const STYLES = 'word/styles.xml'
const NUMBERING = 'word/numbering.xml'
const PARTS = [DOCUMENT, STYLES, NUMBERING]

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte)

/** Reads an uploaded Word file; returns the reason if it cannot be read. */
export function readWord(
  bytes: Uint8Array | undefined,
  maxBytes: number,
): { blocks: WordBlock[] } | { problem: MessageKey } {
  if (!bytes?.length) return { problem: 'authoring.problem.noFile' }
  if (bytes.length > maxBytes) return { problem: 'authoring.problem.wordLarge' }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { problem: 'authoring.problem.oldWord' }
  if (!startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return { problem: 'authoring.problem.notWord' }
  const unpacked = unpack(bytes)
  if (unpacked === 'large') return { problem: 'authoring.problem.wordLarge' }
  if (!unpacked?.[DOCUMENT]) return { problem: 'authoring.problem.notWord' }
  const textOf = (name: string) => unpacked[name] && new TextDecoder().decode(unpacked[name])
  try {
    const numbering = readNumbering({ styles: textOf(STYLES), numbering: textOf(NUMBERING) })
    const blocks = blocksOf(textOf(DOCUMENT)!, numbering)
    if (blocks.length > MAX_BLOCKS) return { problem: 'authoring.problem.wordLarge' }
    return blocks.length ? { blocks } : { problem: 'authoring.problem.wordEmpty' }
  } catch {
    return { problem: 'authoring.problem.wordBroken' }
  }
}

function unpack(bytes: Uint8Array): Record<string, Uint8Array> | 'large' | undefined {
  let isLarge = false
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!PARTS.includes(name)) return false
        isLarge ||= originalSize > MAX_TEXT_BYTES
        return !isLarge
      },
    })
    return isLarge ? 'large' : parts
  } catch {
    return undefined
  }
}

/** Walks through the document's XML; leaves out deleted text, text boxes and notes. */
function blocksOf(xml: string, numbering: WordNumbering): WordBlock[] {
  const blocks: WordBlock[] = []
  /** The rows of the surrounding tables; those of the innermost table are last. */
  const rows: WordParagraph[][][] = []
  let paragraph: WordParagraph | null = null
  let style: string | undefined
  let listPlace: { numId?: string; level?: string } = {}
  let isText = false
  let skippedDepth = 0
  walkXml(xml, {
    open: (name, attributes) => {
      if (SKIPPED.has(name)) skippedDepth++
      if (skippedDepth) return
      if (name === 'tr') rows.push([])
      if (name === 'tc') rows.at(-1)?.push([])
      if (name === 'p') {
        paragraph = { text: '', isHeading: false }
        style = undefined
        listPlace = {}
      }
      if (name === 'pStyle') style = attributes['w:val']
      if (name === 'numId') listPlace.numId = attributes['w:val']
      if (name === 'ilvl') listPlace.level = attributes['w:val']
      if ((name === 'tab' || name === 'br') && paragraph) paragraph.text += ' '
      isText = name === 't'
    },
    close: (name) => {
      isText = false
      if (SKIPPED.has(name)) skippedDepth--
      else if (skippedDepth) return
      if (name === 'p' && paragraph) {
        if (paragraph.text.trim()) {
          paragraph.isHeading = numbering.isHeading(style)
          const label = numbering.labelOf(style, listPlace)
          if (label) paragraph.label = label
          const cell = rows.at(-1)?.at(-1)
          if (cell) cell.push(paragraph)
          else blocks.push({ paragraph })
        }
        paragraph = null
      }
      if (name !== 'tr') return
      const cells = (rows.pop() ?? []).filter((cell) => cell.length)
      const outerCell = rows.at(-1)?.at(-1)
      if (outerCell) outerCell.push(...cells.flat())
      else if (cells.length) blocks.push({ cells })
    },
    onText: (text) => {
      if (isText && paragraph && !skippedDepth) paragraph.text += text
    },
  })
  return blocks
}

const SKIPPED = new Set(['del', 'txbxContent', 'Fallback', 'moveFrom', 'pPrChange'])
