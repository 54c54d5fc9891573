import type { LanguageChoice, Side } from '#assembly/answers.ts'

/** A type size and its leading, in points. */
export interface Type {
  size: number
  leading: number
}

export interface Column {
  side: Side
  x: number
  width: number
}

/** The page layout in points, on A4. */
export interface Sheet {
  width: number
  height: number
  top: number
  bottom: number
  /** One column per printed side, primary first; `full` is the full width. */
  columns: Column[]
  full: { x: number; width: number }
  body: Record<Side, Type>
  heading: Record<Side, Type>
  title: Record<Side, Type>
  /** The width of hanging numbers: of a clause, and of an item within it. */
  hang: { clause: number; item: number }
  /** The width of labels in the party block, and in the signature blocks of parties and signatories. */
  label: Record<Side, number>
  signLabel: number
  blockLabel: number
  small: number
}

const A4 = { width: 595.28, height: 841.89, top: 82, bottom: 78 }

type Style = Omit<Sheet, 'columns' | 'full'>

const ONE: Style = {
  ...A4,
  body: { zh: { size: 11, leading: 18.8 }, en: { size: 11, leading: 16 } },
  heading: { zh: { size: 12, leading: 19 }, en: { size: 12, leading: 17 } },
  title: { zh: { size: 22, leading: 32 }, en: { size: 20, leading: 27 } },
  hang: { clause: 34, item: 28 },
  label: { zh: 108, en: 128 },
  signLabel: 80,
  blockLabel: 66,
  small: 8,
}

const TWO: Style = {
  ...A4,
  body: { zh: { size: 10, leading: 16.4 }, en: { size: 9.5, leading: 13.8 } },
  heading: { zh: { size: 11, leading: 17 }, en: { size: 10.6, leading: 15 } },
  title: { zh: { size: 20, leading: 30 }, en: { size: 15, leading: 21 } },
  hang: { clause: 27, item: 22 },
  label: { zh: 92, en: 92 },
  signLabel: 104,
  blockLabel: 82,
  small: 7.5,
}

/** With the primary language's title larger than the other. */
const TWO_ENGLISH: Style = {
  ...TWO,
  title: { zh: { size: 16, leading: 25 }, en: { size: 19, leading: 26 } },
}

const GUTTER = 24

/**
 * One side is set in a single wide column, two sides in twin columns; `share` is the first column's share of
 * the width.
 */
export function sheetFor({ bilingual, primary }: LanguageChoice, sides: Side[], share = 0.5): Sheet {
  const margin = bilingual ? 54 : 88
  const full = { x: margin, width: A4.width - 2 * margin }
  const room = full.width - GUTTER * (sides.length - 1)
  const widths = sides.length > 1 ? [room * share, room * (1 - share)] : [room]
  const columns = sides.map((side, index) => ({
    side,
    x: margin + (index > 0 ? widths[0]! + GUTTER : 0),
    width: widths[index]!,
  }))
  const style = !bilingual ? ONE : primary === 'en' ? TWO_ENGLISH : TWO
  return { ...style, columns, full }
}
