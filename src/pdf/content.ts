import type { PdfObject } from '@libpdf/core'
import { isRegular, isSpace, Lexer } from './lexer.ts'

/** One operator of a content stream with its operands, and its byte range. */
export interface Operation {
  operator: string
  operands: PdfObject[]
  start: number
  end: number
}

/**
 * The operations of a content stream in order (ISO 32000-2, 7.8.2). Throws PdfSyntaxError if the content
 * cannot be parsed.
 */
export function* operationsOf(content: Uint8Array): Generator<Operation> {
  const lexer = new Lexer(content)
  let operands: PdfObject[] = []
  let start = 0
  while (lexer.skipSpace().at < content.length) {
    if (!operands.length) start = lexer.at
    const operator = operatorAt(lexer)
    if (operator === null) {
      operands.push(lexer.object())
      continue
    }
    if (operator === 'BI') passInlineImage(lexer)
    yield { operator, operands, start, end: lexer.at }
    operands = []
  }
}

const LITERALS = new Set(['true', 'false', 'null'])

/** Reads an operator and moves after it; null if an operand is next. */
function operatorAt(lexer: Lexer): string | null {
  const { at: start } = lexer
  if (!isRegular(lexer.bytes[start])) return null
  const word = lexer.word()
  if (!/^[+\-.\d]/.test(word) && !LITERALS.has(word)) return word
  lexer.at = start
  return null
}

/**
 * Moves from after BI to after EI, past the keys and values, ID, and data that end with EI between white
 * space.
 */
function passInlineImage(lexer: Lexer) {
  while (!lexer.skipSpace().keyword('ID')) lexer.object()
  const { bytes } = lexer
  for (let offset = lexer.at + 1; offset < bytes.length; offset++) {
    const isEnd = bytes[offset] === 69 && bytes[offset + 1] === 73 && isSpace(bytes[offset - 1])
    const byteAfter = bytes[offset + 2]
    if (!isEnd || !(byteAfter === undefined || isSpace(byteAfter))) continue
    lexer.at = offset + 2
    return
  }
  lexer.at = bytes.length
}
