import { strToU8, zipSync } from 'fflate'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const column = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : column(Math.floor(index / 26) - 1) + column(index % 26)

/** A cell: a text, a number as stored, or a number that Excel shows as a date, a time or both. */
export type Cell = string | { number: string; as?: 'date' | 'time' | 'both' }

const STYLES = { date: 1, time: 2, both: 3 } as const

/** A workbook with one sheet, whose texts are shared strings or inline. */
export function workbookOf(records: Cell[][], { inline = false } = {}): Uint8Array {
  const shared: string[] = []
  const cellXml = (cell: Cell, address: string) => {
    if (typeof cell !== 'string')
      return `<c r="${address}" s="${cell.as ? STYLES[cell.as] : 0}"><v>${cell.number}</v></c>`
    if (inline) return `<c r="${address}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
    shared.push(cell)
    return `<c r="${address}" t="s"><v>${shared.length - 1}</v></c>`
  }
  const rows = records.map((record, row) => {
    const cells = record.map((cell, index) =>
      cell === '' ? '' : cellXml(cell, `${column(index)}${row + 1}`),
    )
    return `<row r="${row + 1}">${cells.join('')}</row>`
  })
  const strings = shared.map((text) => `<si><r><t xml:space="preserve">${escaped(text)}</t></r></si>`)
  const xml = (content: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${content}`)
  return zipSync({
    'xl/workbook.xml': xml('<workbook><sheets><sheet name="1" sheetId="1"/></sheets></workbook>'),
    'xl/worksheets/sheet1.xml': xml(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`),
    'xl/sharedStrings.xml': xml(`<sst>${strings.join('')}</sst>`),
    'xl/styles.xml': xml(
      '<styleSheet><numFmts><numFmt numFmtId="176" formatCode="yyyy/m/d\\ h:mm:ss"/></numFmts>' +
        '<cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>' +
        '<xf numFmtId="21"/><xf numFmtId="176"/></cellXfs></styleSheet>',
    ),
  })
}
