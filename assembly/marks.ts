/** A part of an unresolved text. `source` is the part as it is written. */
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

// A cache of parsed texts: the editor assembles on every key stroke, when only one of hundreds of texts has
// changed.
const read = new Map<string, readonly TextMark[]>()
/** The size of the cache in characters: enough for all texts of several documents. */
const maxLength = 1_000_000
let length = 0

/**
 * Parses `{field}`, `{ref:id}`, `{party:key}`, `{party:key.name}`, `{number}`, `{this}`, `{{` and `}}`; never
 * throws.
 */
export function parseMarks(text: string): readonly TextMark[] {
  const known = read.get(text)
  if (known) return known
  length += text.length
  if (length > maxLength) {
    read.clear()
    length = text.length
  }
  const marks = readMarks(text)
  read.set(text, marks)
  return marks
}

/** As `parseMarks`, without the cache. */
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

/** Replaces the key in every party mark by `rename(key)`. */
export function renameParties(text: string, rename: (key: string) => string): string {
  return parseMarks(text)
    .map((mark) => {
      if (mark.kind !== 'party') return mark.source
      return `{party:${rename(mark.key)}${mark.attribute ? `.${mark.attribute}` : ''}}`
    })
    .join('')
}
