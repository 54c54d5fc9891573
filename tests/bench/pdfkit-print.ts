import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { DocumentTree } from '#assembly/tree.ts'
import { fetched } from './fetched.ts'
import { type Pair, sectionsOf } from './peer-sources.ts'

/** The part of pdfkit's API that is used here. */
interface Paper {
  y: number
  page: { height: number }
  on(event: 'data', take: (chunk: Buffer) => void): void
  on(event: 'end', done: () => void): void
  registerFont(name: string, file: string): void
  font(name: string, size: number): Paper
  heightOfString(text: string, options: object): number
  text(text: string, x: number, y: number, options: object): Paper
  addPage(): Paper
  end(): void
}

const LEFT = 54
const COLUMN = 231
const GUTTER = 24
const TOP = 82
const BOTTOM = 78

/**
 * Prints the same two columns with pdfkit and the same fonts. pdfkit justifies and breaks lines, but ignores
 * the rules of Chinese punctuation.
 */
export async function pdfkitPrint(
  tree: DocumentTree,
  faces: { regular: string; bold: string },
): Promise<Uint8Array> {
  const PDFDocument = createRequire(import.meta.url)(resolve(fetched('pdfkit@0.17.2')))
  const margins = { top: TOP, bottom: BOTTOM, left: LEFT, right: LEFT }
  const paper: Paper = new PDFDocument({ size: 'A4', margins })
  const chunks: Buffer[] = []
  paper.on('data', (chunk) => chunks.push(chunk))
  const endPromise = new Promise<void>((done) => paper.on('end', done))
  paper.registerFont('regular', faces.regular)
  paper.registerFont('bold', faces.bold)
  let y = TOP
  for (const title of tree.sides.map((side) => tree.title[side])) {
    paper.font('bold', 18).text(title, LEFT, y, { width: 2 * COLUMN + GUTTER, align: 'center' })
    y = paper.y
  }
  const addPage = () => {
    paper.addPage()
    y = TOP
  }
  const set = ({ heading, sides }: Pair) => {
    paper.font(heading ? 'bold' : 'regular', 10)
    const options = { width: COLUMN, align: 'justify', lineGap: 3 }
    const height = Math.max(...sides.map((text) => paper.heightOfString(text, options)))
    if (y + height > paper.page.height - BOTTOM) addPage()
    for (const [column, text] of sides.entries())
      paper.text(text, LEFT + column * (COLUMN + GUTTER), y, options)
    y += height + 5
  }
  for (const [index, pairs] of sectionsOf(tree).entries()) {
    if (index) addPage()
    for (const pair of pairs) set(pair)
  }
  paper.end()
  await endPromise
  return Buffer.concat(chunks)
}
