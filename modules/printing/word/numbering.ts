import type { Document } from 'docx'
import type { Side } from '#assembly/answers.ts'
import { chineseNumber } from '#assembly/numbers/numerals.ts'
import { annexesOf, bodyOf } from '#assembly/plain.ts'
import type { ArticleNode, DocumentTree } from '#assembly/tree.ts'
import { headingFace } from './fonts.ts'

/** The list levels of paragraphs; each side of a bilingual document has its own lists. */
export const articlePlace = (side: Side) => ({ reference: `clauses-${side}`, instance: 0, level: 0 })

/** Annexes have their own numbering for their clauses and items. */
export const annexPlace = (side: Side, level: 0 | 1 | 2) => ({
  reference: `annexes-${side}`,
  instance: 0,
  level,
})

/**
 * The list levels of clauses, as 3.1, and items, as (2). They belong to the articles' list, but to an
 * instance that prints the article's number in figures; docs/decisions explains why.
 */
export const clausePlace = (side: Side, level: 1 | 2) => ({
  reference: `clauses-${side}`,
  instance: side === 'zh' ? 1 : 0,
  level,
})

/** An item under an unnumbered recital; numbering restarts at each recital. */
export const recitalPlace = (side: Side, recital: number) => ({
  reference: `recital-items-${side}`,
  instance: recital,
  level: 0,
})

interface List {
  reference: string
  levels: string[]
  /** The levels that each instance overrides. */
  instances: string[]
}

/** The parts of a document that Word numbers by lists: the articles with their labels, and the recitals. */
export type NumberedParts = Pick<DocumentTree, 'sides' | 'languages' | 'articles'> & {
  recitals: readonly unknown[]
}

function listsOf(tree: NumberedParts): List[] {
  return tree.sides.flatMap((side) => [
    {
      reference: articlePlace(side).reference,
      levels: [
        articleLevel(
          tree,
          side,
          bodyOf(tree).filter(({ unnumbered }) => !unnumbered),
        ),
        levelXml(1, '%1.%2', { left: 567 }),
        levelXml(2, '(%3)', { left: 1134 }),
      ],
      instances: ['', ...(side === 'zh' ? [override(levelXml(0, '%1'))] : [])],
    },
    {
      reference: annexPlace(side, 0).reference,
      levels: [
        articleLevel(tree, side, annexesOf(tree)),
        levelXml(1, '%2', { left: 567 }),
        levelXml(2, '(%3)', { left: 1134 }),
      ],
      instances: annexesOf(tree).length > 0 ? [''] : [],
    },
    {
      reference: recitalPlace(side, 0).reference,
      levels: [levelXml(0, '(%1)', { left: 567 })],
      instances: tree.recitals.map(() => override('<w:startOverride w:val="1"/>')),
    },
  ])
}

/** The names of the lists, which docx needs to resolve references from paragraphs. */
export const numberingOf = (tree: NumberedParts) => ({
  config: listsOf(tree).map(({ reference }) => ({ reference, levels: [] })),
})

/**
 * The XML part that defines the lists. It replaces the part of docx, which would restart the numbering in
 * every instance.
 */
export function numberingPart(tree: NumberedParts, { Numbering }: Document): { path: string; data: string } {
  const lists = listsOf(tree)
  const abstract = lists.map(
    ({ levels }, id) =>
      `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="multilevel"/>${levels.join('')}</w:abstractNum>`,
  )
  const instances = lists.flatMap(({ reference, instances }, id) =>
    instances.map((overrides, instance) => {
      Numbering.createConcreteNumberingInstance(reference, instance)
      const number = Numbering.ConcreteNumbering.at(-1)?.numId
      return `<w:num w:numId="${number}"><w:abstractNumId w:val="${id}"/>${overrides}</w:num>`
    }),
  )
  const data = [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">',
    ...abstract,
    ...instances,
    '</w:numbering>',
  ]
  return { path: 'word/numbering.xml', data: data.join('') }
}

const override = (children: string) => `<w:lvlOverride w:ilvl="0">${children}</w:lvlOverride>`

function articleLevel(tree: NumberedParts, side: Side, articles: ArticleNode[]): string {
  const { font, bold } = headingFace(tree.languages.script, side)
  const fonts = Object.entries(font).map(([use, name]) => `w:${use}="${name}"`)
  return levelXml(0, labelPattern(articles, side), {
    format: side === 'zh' ? 'chineseCounting' : 'decimal',
    run: `<w:rPr><w:rFonts ${fonts.join(' ')}/>${bold ? '<w:b/>' : ''}</w:rPr>`,
  })
}

/**
 * The document's label for its articles as a pattern: 第三条 becomes 第%1条, and Resolution 3 becomes Resolution
 * %1.
 */
function labelPattern([first]: ArticleNode[], side: Side): string {
  if (!first) return '%1'
  return first.label[side].replace(side === 'zh' ? chineseNumber(first.number) : String(first.number), '%1')
}

interface LevelStyle {
  format?: string
  /**
   * Indent of the text in twentieths of a point; the number is in the indent. Without an indent, a space
   * follows the number.
   */
  left?: number
  run?: string
}

function levelXml(
  level: number,
  text: string,
  { format = 'decimal', left, run = '' }: LevelStyle = {},
): string {
  const [suffix, indent] = left
    ? ['', `<w:pPr><w:ind w:left="${left}" w:hanging="567"/></w:pPr>`]
    : ['<w:suff w:val="space"/>', '']
  const settings = `<w:start w:val="1"/><w:numFmt w:val="${format}"/>${suffix}<w:lvlText w:val="${text}"/>`
  return `<w:lvl w:ilvl="${level}">${settings}<w:lvlJc w:val="left"/>${indent}${run}</w:lvl>`
}
