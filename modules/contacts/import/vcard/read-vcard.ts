import type { Sheet, Unreadable } from '../sheet.ts'
import { CARD_COLUMNS, cellsOf } from './card-columns.ts'
import { joinFoldedLines, type Property, readProperty } from './card-lines.ts'

interface Card {
  /** The line of the card's BEGIN. */
  line: number
  cells: Map<string, string>
}

export const isVcard = (text: string): boolean => /^\ufeff?\s*BEGIN\s*:\s*VCARD/i.test(text.slice(0, 200))

/** Reads the cards of a file in the versions 2.1, 3.0 and 4.0 as rows of a table, a column per property. */
export function readVcard(text: string): Sheet | Unreadable {
  const cards: Card[] = []
  let openCard: Card | null = null
  for (const { text: lineText, line } of joinFoldedLines(text.replace(/^\ufeff/, ''))) {
    const property = readProperty({ text: lineText, line })
    if (!property) return { line, problem: 'contacts.import.vcard.line' }
    const isFrame = property.value.trim().toUpperCase() === 'VCARD'
    if (property.name === 'BEGIN' && isFrame) {
      if (openCard) return { line: openCard.line, problem: 'contacts.import.vcard.open' }
      openCard = { line, cells: new Map() }
    } else if (property.name === 'END' && isFrame) {
      if (!openCard) return { line, problem: 'contacts.import.vcard.end' }
      if (openCard.cells.size) cards.push(openCard)
      openCard = null
    } else if (!openCard) return { line, problem: 'contacts.import.vcard.outside' }
    else addProperty(openCard, property)
  }
  if (openCard) return { line: openCard.line, problem: 'contacts.import.vcard.open' }
  return sheetOf(cards)
}

/** Adds a property. Several phones or emails get numbered columns; further ones are dropped. */
function addProperty({ cells }: Card, property: Property) {
  for (const [column, text] of cellsOf(property)) {
    if (!text) continue
    const freeColumn = [column, `${column}2`, `${column}3`].find(
      (one) => !cells.has(one) && (one === column || CARD_COLUMNS.some((known) => known === one)),
    )
    if (freeColumn) cells.set(freeColumn, text)
  }
}

function sheetOf(cards: Card[]): Sheet {
  const columns = new Set(cards.flatMap(({ cells }) => [...cells.keys()]))
  const heads = [
    ...CARD_COLUMNS.filter((column) => columns.has(column)),
    ...[...columns].filter((column) => !CARD_COLUMNS.some((known) => known === column)),
  ]
  const rows = cards.map(({ cells, line }) => ({ line, record: heads.map((head) => cells.get(head) ?? '') }))
  return { kind: 'vcard', heads, rows }
}
