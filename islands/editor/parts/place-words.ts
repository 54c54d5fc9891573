import type { Party, Side } from '#assembly/answers.ts'
import { runsText } from '#assembly/plain.ts'
import type { Column, Field } from '#assembly/template/template.ts'
import type { OpenPoint } from '#assembly/tree.ts'
import type { MessageKey } from '#views/language/messages.ts'
import type { EditorState } from '../state/editor-state.ts'
import { lookupOf } from '../state/lookup.ts'
import { type EditorTranslator, sideLang, sideToRead, wordsIn } from '../words.ts'

/** Names a part: ‘clause 3.2’, the beginning of a clause without a number, or the title of an article. */
export function partWords(
  t: EditorTranslator,
  editor: EditorState,
  id: string,
): { name: string; kept: boolean; quotedSide?: Side } {
  const tree = editor.tree.value
  const side = sideToRead(editor.locale, tree.sides)
  const article = tree.articles.find((one) => one.id === id)
  if (article) {
    const text = article.title[side] || article.label[side]
    return { name: t('quoted', { text }), kept: article.kept, quotedSide: side }
  }
  for (const top of [...tree.recitals, ...tree.articles.flatMap(({ clauses }) => clauses)]) {
    const node = [top, ...top.items].find((one) => one.id === id)
    if (!node) continue
    const number = node === top ? node.number : `${top.number}${node.number}`
    if (node.number) return { name: t('clauseNumber', { number }), kept: node.kept }
    const text = runsText(node.text[side])
    const beginning = side === 'zh' ? text.slice(0, 14) : text.split(' ').slice(0, 6).join(' ')
    return { name: t('quoted', { text: `${beginning}…` }), kept: node.kept, quotedSide: side }
  }
  return { name: id, kept: false }
}

export interface PlaceName {
  text: string
  /** The language of text from the document, if it is not that of the interface. */
  lang?: string
}

/** Names the place of an open point: Party A, Email; Fee, clause 3.2; clause 3.2. */
export function pointPlace(
  t: EditorTranslator,
  editor: EditorState,
  { at, field, clause, cell }: OpenPoint,
): PlaceName[] {
  const side = editor.locale === 'en_US' ? 'en' : 'zh'
  const [, key, attribute] = /^party:(.+)\.([^.]+)$/.exec(at) ?? []
  if (key) {
    const label = editor.tree.value.parties.find((one) => one.key === key)?.label[side] ?? ''
    const party = editor.answers.value.parties.find((one) => one.key === key)
    const name = attribute as MessageKey<'editor.party'>
    return [
      { text: label, lang: documentLang(editor, side) },
      { text: t(`party.${party ? labelOf(name, party) : name}`) },
    ]
  }
  if (at === 'languages') return [{ text: t('languages') }]
  const fieldAtPlace = field ? lookupOf(editor.template).fields.get(field) : undefined
  const names: (PlaceName | false)[] = [
    fieldAtPlace !== undefined && { text: wordsIn(fieldAtPlace.label, editor.locale) },
    cell !== undefined && { text: cellWords(t, editor, fieldAtPlace, cell) },
    clause !== undefined && clausePlace(t, editor, clause),
    !fieldAtPlace && !clause && { text: t('documentNumber') },
  ]
  return names.filter((name) => name !== false)
}

function clausePlace(t: EditorTranslator, editor: EditorState, id: string): PlaceName {
  const { name, quotedSide } = partWords(t, editor, id)
  return quotedSide ? { text: name, lang: documentLang(editor, quotedSide) } : { text: name }
}

const documentLang = ({ answers }: EditorState, side: Side) => sideLang(side, answers.value.languages.script)

/** Row 3, Unit price. */
export function cellWords(
  t: EditorTranslator,
  { locale }: EditorState,
  field: Field | undefined,
  { row, column }: NonNullable<OpenPoint['cell']>,
) {
  const head = field?.columns?.find(({ id }) => id === column)
  return t('table.cell', { row, column: head ? columnWords(head, locale) : column })
}

/** The heading of a column in the language of the interface. */
export function columnWords({ text }: Column, locale: EditorState['locale']): string {
  if (locale === 'en_US') return text.en
  return locale === 'zh_TW' ? (text.hant ?? text.zh) : text.zh
}

/** The label of an attribute; it differs between persons, companies and foreign parties. */
export function labelOf(
  attribute: MessageKey<'editor.party'>,
  { identity, place = 'mainland' }: Pick<Party, 'identity' | 'place'>,
): MessageKey<'editor.party'> {
  if (identity === 'individual')
    return PERSON_LABELS.has(attribute)
      ? `${attribute as 'name' | 'idNumber' | 'address' | 'place'}Person`
      : attribute
  return attribute === 'idNumber' && place !== 'mainland' ? 'registrationNumber' : attribute
}

const PERSON_LABELS: ReadonlySet<string> = new Set(['name', 'idNumber', 'address', 'place'])
