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

const markPattern = /\{\{|\}\}|\{[^{}]*\}|[{}]|[^{}]+/g

// A cache of parsed texts: the editor assembles on every key stroke, when only one of hundreds of texts has
// changed.
const cache = new Map<string, readonly TextMark[]>()
/** The size of the cache in characters: enough for all texts of several documents. */
const MAX_CACHED_LENGTH = 1_000_000
let cachedLength = 0

/**
 * Parses `{field}`, `{ref:id}`, `{party:key}`, `{party:key.name}`, `{number}`, `{this}`, `{{` and `}}`; never
 * throws.
 */
export function parseMarks(text: string): readonly TextMark[] {
  const cached = cache.get(text)
  if (cached) return cached
  cachedLength += text.length
  if (cachedLength > MAX_CACHED_LENGTH) {
    cache.clear()
    cachedLength = text.length
  }
  const marks = readMarks(text)
  cache.set(text, marks)
  return marks
}

/** As `parseMarks`, without the cache. */
export function readMarks(text: string): TextMark[] {
  const marks: TextMark[] = []
  for (const [source] of text.matchAll(markPattern)) {
    const mark = readMark(source)
    const lastMark = marks.at(-1)
    if (mark.kind === 'text' && lastMark?.kind === 'text') {
      lastMark.source += mark.source
      lastMark.text += mark.text
    } else marks.push(mark)
  }
  return marks
}

function readMark(source: string): TextMark {
  if (source === '{{' || source === '}}') return { kind: 'text', source, text: source.charAt(0) }
  if (source === '{' || source === '}') return { kind: 'unknown', source }
  if (!source.startsWith('{')) return { kind: 'text', source, text: source }
  const content = source.slice(1, -1)
  if (content === 'this') return { kind: 'this', source }
  if (content === 'number') return { kind: 'number', source }
  if (idPattern.test(content)) return { kind: 'field', source, id: content }
  const [, kind, rest = ''] = /^(ref|party):(.+)$/.exec(content) ?? []
  if (kind === 'ref' && idPattern.test(rest)) return { kind: 'ref', source, id: rest }
  if (kind === 'party') return readParty(source, rest)
  return { kind: 'unknown', source }
}

function readParty(source: string, rest: string): TextMark {
  const [key = '', attribute, ...extra] = rest.split('.')
  if (!/^([a-j]|removed)$/.test(key) || extra.length) return { kind: 'unknown', source }
  if (attribute === undefined) return { kind: 'party', source, key }
  const knownAttribute = partyAttributes.find((name) => name === attribute)
  return knownAttribute
    ? { kind: 'party', source, key, attribute: knownAttribute }
    : { kind: 'unknown', source }
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
