/** A piece of a text before it is resolved. `source` is what stands in the text. */
export type TextMark =
  | { kind: 'text'; source: string; text: string }
  | { kind: 'field'; source: string; id: string }
  | { kind: 'ref'; source: string; id: string }
  | { kind: 'party'; source: string; key: string; attribute?: PartyAttribute }
  | { kind: 'number'; source: string }
  | { kind: 'this'; source: string }
  | { kind: 'unknown'; source: string }

export const partyAttributes = [
  'name',
  'nameEn',
  'idNumber',
  'address',
  'phone',
  'email',
  'bank',
  'legalRepresentative',
  'signerName',
  'signerTitle',
  'role',
] as const

export type PartyAttribute = (typeof partyAttributes)[number]

export const idPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const piece = /\{\{|\}\}|\{[^{}]*\}|[{}]|[^{}]+/g

// The editor assembles on every key stroke, when one text of hundreds has changed: the others are not read
// again.
const read = new Map<string, readonly TextMark[]>()
/**
 * In characters: a document's texts and those of its template many times over, and no more memory than that.
 */
const mostRead = 1_000_000
let length = 0

/**
 * Reads `{field}`, `{ref:id}`, `{party:key}`, `{party:key.name}`, `{number}`, `{this}`, `{{` and `}}`; never
 * fails.
 */
export function parseMarks(text: string): readonly TextMark[] {
  const known = read.get(text)
  if (known) return known
  length += text.length
  if (length > mostRead) {
    read.clear()
    length = text.length
  }
  const marks = readMarks(text)
  read.set(text, marks)
  return marks
}

/** The same of a text that is read once. */
export function readMarks(text: string): TextMark[] {
  const marks: TextMark[] = []
  for (const [source] of text.matchAll(piece)) {
    const mark = readMark(source)
    const last = marks.at(-1)
    if (mark.kind === 'text' && last?.kind === 'text') {
      last.source += mark.source
      last.text += mark.text
    } else marks.push(mark)
  }
  return marks
}

function readMark(source: string): TextMark {
  if (source === '{{' || source === '}}') return { kind: 'text', source, text: source.charAt(0) }
  if (source === '{' || source === '}') return { kind: 'unknown', source }
  if (!source.startsWith('{')) return { kind: 'text', source, text: source }
  const inside = source.slice(1, -1)
  if (inside === 'this') return { kind: 'this', source }
  if (inside === 'number') return { kind: 'number', source }
  if (idPattern.test(inside)) return { kind: 'field', source, id: inside }
  const [, kind, rest = ''] = /^(ref|party):(.+)$/.exec(inside) ?? []
  if (kind === 'ref' && idPattern.test(rest)) return { kind: 'ref', source, id: rest }
  if (kind === 'party') return readParty(source, rest)
  return { kind: 'unknown', source }
}

function readParty(source: string, rest: string): TextMark {
  const [key = '', attribute, ...more] = rest.split('.')
  if (!/^([a-j]|removed)$/.test(key) || more.length) return { kind: 'unknown', source }
  if (attribute === undefined) return { kind: 'party', source, key }
  const known = partyAttributes.find((name) => name === attribute)
  return known ? { kind: 'party', source, key, attribute: known } : { kind: 'unknown', source }
}

/** The text with every party mark's key replaced by what `rename` says. */
export function renameParties(text: string, rename: (key: string) => string): string {
  return parseMarks(text)
    .map((mark) => {
      if (mark.kind !== 'party') return mark.source
      return `{party:${rename(mark.key)}${mark.attribute ? `.${mark.attribute}` : ''}}`
    })
    .join('')
}
