import type { Side } from '#assembly/answers.ts'
import { parseMarks, partyAttributes } from '#assembly/marks.ts'
import type { EditorState } from '../state/editor-state.ts'
import { type EditorTranslator, wordsIn } from '../words.ts'

/** Converts between the marks of a text and readable tokens: `{party:b}` is shown and typed as 〔乙方〕. */
export interface Tokens {
  names: Map<string, string>
  /** Turns marks into tokens; a mark without a name stays unchanged. */
  show(text: string): string
  /** Turns the tokens of a shown or typed text into marks. */
  read(text: string): string
}

export function tokensOf(t: EditorTranslator, editor: EditorState, side: Side): Tokens {
  const names = new Map<string, string>()
  const marks = new Map<string, string>()
  const add = (mark: string, name: string) => {
    const isUsed = marks.has(name) || /[〔〕]/.test(name)
    const uniqueName = isUsed ? `${name.replace(/[〔〕]/g, '')} ${mark.slice(1, -1)}` : name
    names.set(mark, uniqueName)
    marks.set(uniqueName, mark)
  }
  for (const [mark, name] of namedMarks(t, editor, side)) add(mark, name)
  return {
    names,
    show: (text) =>
      parseMarks(text)
        .map(({ source }) => (names.has(source) ? `〔${names.get(source)}〕` : source))
        .join(''),
    read: (text) => text.replace(/〔([^〔〕]*)〕/g, (token, name: string) => marks.get(name) ?? token),
  }
}

/** Every mark that can be inserted into a text, with its name on that side. */
function* namedMarks(
  t: EditorTranslator,
  { template, tree }: EditorState,
  side: Side,
): Generator<[string, string]> {
  const { parties, articles, numberLabel, languages } = tree.value
  yield ['{number}', numberLabel[side]]
  for (const { key, label } of parties) {
    yield [`{party:${key}}`, label[side]]
    for (const attribute of partyAttributes) {
      if (attribute === 'role') continue
      yield [`{party:${key}.${attribute}}`, `${label[side]} · ${t(`party.${attribute}`)}`]
    }
  }
  const locale = side === 'en' ? 'en_US' : languages.script === 'Hant' ? 'zh_TW' : 'zh_CN'
  for (const { id, label, type } of template.fields)
    if (type !== 'table') yield [`{${id}}`, wordsIn(label, locale)]
  const clause = (number: string) => (side === 'zh' ? `第${number}款` : `Section ${number}`)
  for (const article of articles) {
    if (!article.kept || article.unnumbered) continue
    yield [`{ref:${article.id}}`, `${article.label[side]} ${article.title[side]}`]
    for (const node of article.clauses) {
      if (!node.kept) continue
      yield [`{ref:${node.id}}`, clause(node.number)]
      for (const item of node.items)
        if (item.kept) yield [`{ref:${item.id}}`, clause(`${node.number}${item.number}`)]
    }
  }
}

/** The text with its marks replaced by their names, for reading only. */
export function readable(tokens: Tokens, text: string): string {
  return parseMarks(text)
    .map((mark) => (mark.kind === 'text' ? mark.text : (tokens.names.get(mark.source) ?? mark.source)))
    .join('')
}
