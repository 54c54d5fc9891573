import { AlignmentType, type ILevelsOptions, LevelFormat, LevelSuffix } from 'docx'
import type { Side } from '../assembly/answers.ts'
import { chineseNumber } from '../assembly/numbers/numerals.ts'
import type { DocumentTree } from '../assembly/tree.ts'
import { headingFace } from './fonts.ts'

/** The list of a side, whose levels are article, clause and item; twins count side by side in lists of their own. */
export const listOf = (side: Side): string => `clauses-${side}`

/** The list of items under a recital, which has no number itself. */
export const recitalList = (side: Side): string => `recital-items-${side}`

export function numberingOf(tree: DocumentTree) {
  return {
    config: tree.sides.flatMap((side) => [
      { reference: listOf(side), levels: [articleLevel(tree, side), clauseLevel(), itemLevel(2, 1134)] },
      { reference: recitalList(side), levels: [itemLevel(0, 567)] },
    ]),
  }
}

function articleLevel(tree: DocumentTree, side: Side): ILevelsOptions {
  return {
    level: 0,
    format: side === 'zh' ? LevelFormat.CHINESE_COUNTING : LevelFormat.DECIMAL,
    text: labelPattern(tree, side),
    alignment: AlignmentType.START,
    suffix: LevelSuffix.SPACE,
    style: { run: headingFace(tree.languages.script, side) },
  }
}

/** 第三条 → 第%1条, Resolution 3 → Resolution %1: as the document itself calls its articles. */
function labelPattern({ articles }: DocumentTree, side: Side): string {
  const first = articles.find(({ kept }) => kept)
  if (!first) return '%1'
  return first.label[side].replace(side === 'zh' ? chineseNumber(first.number) : String(first.number), '%1')
}

const clauseLevel = (): ILevelsOptions => ({
  level: 1,
  format: LevelFormat.DECIMAL,
  text: '%1.%2',
  alignment: AlignmentType.START,
  isLegalNumberingStyle: true,
  style: { paragraph: { indent: { left: 567, hanging: 567 } } },
})

const itemLevel = (level: number, left: number): ILevelsOptions => ({
  level,
  format: LevelFormat.DECIMAL,
  text: `(%${level + 1})`,
  alignment: AlignmentType.START,
  style: { paragraph: { indent: { left, hanging: 567 } } },
})
