import type { ClauseAnswer, Party } from '#assembly/answers.ts'
import { valueIn } from '#assembly/fields.ts'
import { printCell } from '#assembly/tables/print-cell.ts'
import { printField } from '#assembly/tables/print-field.ts'
import { currencyOf, isTable } from '#assembly/tables/table.ts'
import type { CellValue, FieldValue, TableRow } from '#assembly/template/template.ts'
import { readable, tokensOf } from '../clause/tokens.ts'
import { cellWords, columnWords } from '../parts/place-words.ts'
import type { EditorState } from '../state/editor-state.ts'
import { lookupOf } from '../state/lookup.ts'
import type { Conflict } from '../state/merge.ts'
import type { PartyBundle } from '../state/merge-parties.ts'
import { type EditorTranslator, wordsIn } from '../words.ts'

export interface ConflictParts {
  title: string
  mine: string
  theirs: string
}

/** A conflict in words: its subject, and both versions in full. */
export function conflictParts(t: EditorTranslator, editor: EditorState, conflict: Conflict): ConflictParts {
  const show = (value: unknown) => valueText(t, editor, conflict, value) || t('nothing')
  return { title: titleOf(t, editor, conflict), mine: show(conflict.mine), theirs: show(conflict.theirs) }
}

function titleOf(t: EditorTranslator, editor: EditorState, { kind, id }: Conflict): string {
  const tree = editor.tree.value
  const side = editor.locale === 'en_US' ? 'en' : 'zh'
  if (kind === 'field') {
    const field = lookupOf(editor.template).fields.get(id)
    return field ? wordsIn(field.label, editor.locale) : id
  }
  if (kind === 'row' || kind === 'cell') return tableTitle(t, editor, id)
  if (kind === 'party') return tree.parties.find(({ key }) => key === id)?.label[side] ?? t('parties')
  if (kind === 'parties') return t('parties')
  if (kind !== 'clause') return t(kind === 'languages' ? 'languages' : 'signatures')
  for (const article of tree.articles) {
    for (const node of article.clauses) {
      const item = node.items.find((one) => one.id === id)
      if (node.id !== id && !item) continue
      const number = `${node.number}${item?.number ?? ''}`
      return number ? t('clauseNumber', { number }) : article.title[side]
    }
  }
  return t('clause')
}

function valueText(t: EditorTranslator, editor: EditorState, { kind, id }: Conflict, value: unknown): string {
  if (value === undefined) return ''
  if (kind === 'field') return fieldText(editor, id, value as FieldValue)
  if (kind === 'row') return rowText(editor, id, value as TableRow['cells'])
  if (kind === 'cell') return cellText(editor, id, value as CellValue)
  if (kind === 'clause') return clauseWords(t, editor, id, value as ClauseAnswer)
  if (kind === 'party') return partyText(value as Party)
  if (kind === 'parties') return bundleText(value as PartyBundle)
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (Array.isArray(value)) return value.map((key) => String(key).toUpperCase()).join(' · ')
  if (value === 'zh' || value === 'en') return t(`side.${value}`)
  return t(value === 'Hant' ? 'hant' : 'hans')
}

function fieldText(editor: EditorState, id: string, value: FieldValue): string {
  const field = lookupOf(editor.template).fields.get(id)
  const { script } = editor.answers.value.languages
  const printed = field ? (['zh', 'en'] as const).map((side) => printField(field, value, side, script)) : []
  const sides = [...new Set(printed.filter((text) => text !== null))]
  // Shows unprintable values too, because the user discards one of the two.
  return sides.length ? sides.join('\n') : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The id of a table conflict is `goods.r2` or `goods.r2.price`. */
function placeIn({ template, answers }: EditorState, cellId: string) {
  const [id = '', row = '', column = ''] = cellId.split('.')
  const field = lookupOf(template).fields.get(id)
  const table = valueIn(answers.value, id)
  const number = isTable(table) ? table.rows.findIndex((one) => one.id === row) + 1 : 0
  return { id, field, table, row, column, number }
}

/** List of goods · Row 2, Unit price; a row that was removed here has no number. */
function tableTitle(t: EditorTranslator, editor: EditorState, cellId: string): string {
  const { id, field, column, number: row } = placeIn(editor, cellId)
  const rowOrCellWords = column ? cellWords(t, editor, field, { row, column }) : t('table.row', { row })
  return [field ? wordsIn(field.label, editor.locale) : id, row > 0 && rowOrCellWords]
    .filter(Boolean)
    .join(' · ')
}

function rowText(editor: EditorState, cellId: string, cells: TableRow['cells']): string {
  const columns = placeIn(editor, cellId).field?.columns ?? []
  const lines = columns.map((column) => {
    const value = Object.hasOwn(cells, column.id) ? cells[column.id] : undefined
    const words = value === undefined ? '' : cellText(editor, `${cellId}.${column.id}`, value)
    return words && `${columnWords(column, editor.locale)}: ${words}`
  })
  return lines.filter(Boolean).join('\n')
}

/** An amount with its currency; a value that cannot be printed, as it was typed. */
function cellText(editor: EditorState, cellId: string, value: CellValue): string {
  const { field, table, column: id } = placeIn(editor, cellId)
  const column = field?.columns?.find((one) => one.id === id)
  if (!field || !column) return String(value)
  const currency = currencyOf(field, table)
  const { script } = editor.answers.value.languages
  const row = { id: '', cells: { [id]: value } }
  const printed = (['zh', 'en'] as const).flatMap(
    (side) => printCell(field, column, row, { side, script, currency }) ?? [],
  )
  const words = [...new Set(printed)].join('\n')
  if (words) return column.type === 'money' ? `${currency} ${words}` : words
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function clauseWords(
  t: EditorTranslator,
  editor: EditorState,
  id: string,
  { dropped, alternative, custom }: ClauseAnswer,
): string {
  const clause = lookupOf(editor.template).clauses.get(id)
  const chosen = clause?.alternatives?.find((one) => one.id === alternative)
  const text = custom ?? chosen?.text ?? clause?.text
  const sides = (['zh', 'en'] as const).map((side) => readable(tokensOf(t, editor, side), text?.[side] ?? ''))
  return [dropped ? t('dropped') : '', ...sides].filter(Boolean).join('\n')
}

function partyText(party: Party): string {
  const { key: _, identity: __, stale: ___, role, ...rest } = party
  return [role?.zh, role?.en, ...Object.values(rest)].filter(Boolean).join('\n')
}

function bundleText({ parties, clauses }: PartyBundle): string {
  const texts = Object.values(clauses).flatMap((answer) =>
    answer?.custom ? [answer.custom.zh, answer.custom.en] : [],
  )
  return [...parties.map((party) => `${party.key.toUpperCase()}: ${partyText(party)}`), ...texts].join('\n')
}
