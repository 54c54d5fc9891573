import type { Side } from '#assembly/answers.ts'
import { bodyOf, labelled, partyHeading, plainText } from '#assembly/plain.ts'
import type { DocumentTree, SignatureNode } from '#assembly/tree.ts'
import { type Crop, pdfText, pdfWords, withoutSpace } from '#tests/support/pdf-tools.ts'

const A4 = { width: 595, height: 842 }
/** The area between header and footer. */
const BODY = { y: 60, height: 722 }

/** The text of a monolingual document between header and footer. */
export async function bodyText(pdf: Uint8Array): Promise<string> {
  return withoutSpace(await pdfText(pdf, { crop: { x: 0, width: A4.width, ...BODY } }))
}

/** The title and the number above both columns of a bilingual document. */
export function headOf({ sides, title, numberLabel, number }: DocumentTree): string {
  const labels = sides.map((side) => numberLabel[side]).join('')
  return withoutSpace(`${sides.map((side) => title[side]).join('')}${labels}${number}`)
}

/** The text of one column of a bilingual document below the title. */
export async function columnText(
  pdf: Uint8Array,
  pages: number,
  tree: DocumentTree,
  column: 0 | 1,
): Promise<string> {
  const half = Math.floor(A4.width / 2)
  const x = column * half
  const top = await foot(pdf, headOf(tree).length)
  const texts = Array.from({ length: pages }, (_, index) => {
    const y = index === 0 ? top : BODY.y
    const crop: Crop = { x, y, width: half, height: BODY.y + BODY.height - y }
    return pdfText(pdf, { crop, page: index + 1 })
  })
  return withoutSpace((await Promise.all(texts)).join(''))
}

/** The text at the end of the first page, up to the first `count` characters. */
async function foot(pdf: Uint8Array, count: number): Promise<number> {
  let seenCount = 0
  for (const word of await pdfWords(pdf)) {
    seenCount += withoutSpace(word.text).length
    if (seenCount >= count) return Math.ceil(word.y + word.height)
  }
  throw new Error('The first page has fewer characters than its title')
}

/** The clauses of one side as plain text, then the signature blocks of this column. */
export function columnOf(tree: DocumentTree, column: 0 | 1): string {
  const side = tree.sides[column]!
  const treeBody = { ...tree, number: '', signatures: [] }
  const bodyText = withoutSpace(plainText({ ...treeBody, articles: bodyOf(tree) }, side))
  const clauses = bodyText.slice(withoutSpace(tree.title[side]).length)
  const annexes = withoutSpace(plainText(treeBody, side)).slice(bodyText.length)
  const blocks = tree.signatures
    .filter((_, index) => index % 2 === column)
    .map((block) => blockOf(block, tree.sides))
  return clauses + blocks.join('') + annexes
}

function blockOf(block: SignatureNode, sides: Side[]): string {
  const heads = unique(sides, (side) => partyHeading(block.label[side], '', block.name[side], side))
  const lines = block.lines.map(
    ({ label, value }) =>
      unique(sides, (side) => labelled(label[side], '', side)) + unique(sides, (side) => value[side]),
  )
  return withoutSpace(heads + lines.join(''))
}

const unique = (sides: Side[], say: (side: Side) => string) => [...new Set(sides.map(say))].join('')
