import { setImmediate as breathe } from 'node:timers/promises'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { Side } from '#assembly/answers.ts'
import { cleanText, forbiddenCharacter, forbiddenCharacterMessage } from '#src/core/text/clean-text.ts'
import type { MessageKey } from '#views/language/messages.ts'
import type { MemoryFault } from '../translation/schema.ts'
import { escapeBraces, OWN_TYPE } from './segment.ts'
import { NOTED_PROPERTY } from './write-tmx.ts'

export const MAX_TMX_BYTES = 20 * 1024 * 1024
export const MAX_UNITS = 50_000
/** The maximum length of one text, in characters. */
export const MAX_SEGMENT_LENGTH = 20_000
/** The nesting limit; TMX itself needs eight levels. */
const MAX_DEPTH = 32
/** The number of characters parsed before other requests get their turn. */
const CHUNK_SIZE = 64 * 1024

export interface ReadPair {
  zh: string
  en: string
  /** The time of confirmation, if the file states it. */
  at: Date | null
}

type TmxProblem = 'encoding' | 'xml' | 'notTmx' | 'doctype' | 'deep' | 'many'

/**
 * The reason why a file is refused as a whole: a locale key under `documents.memory.wrong`, and the
 * position.
 */
export class TmxRefused extends Error {
  readonly why: TmxProblem
  readonly details: Record<string, number>

  constructor(why: TmxProblem, details: Record<string, number> = {}) {
    super(why)
    this.why = why
    this.details = details
  }
}

interface TmxUnit {
  number: number
  line: number
  texts: Record<Side, string[]>
  at: Date | null
}

/**
 * The pairs of a TMX file, and the faulty units with the reasons. Entities defined in the file are never
 * expanded: such a file is refused. Throws TmxRefused; then no pair is used.
 */
export async function readTmx(bytes: Uint8Array): Promise<{ pairs: ReadPair[]; faults: MemoryFault[] }> {
  const reader = new TmxReader()
  const text = decodeText(bytes)
  for (let offset = 0; offset < text.length; offset += CHUNK_SIZE) {
    reader.parse(text.slice(offset, offset + CHUNK_SIZE))
    await breathe()
  }
  return reader.end()
}

/** Decodes UTF-16 if there is a byte order mark, as some tools write, otherwise UTF-8. */
function decodeText(bytes: Uint8Array): string {
  const [firstByte, secondByte] = bytes
  const encoding =
    firstByte === 0xff && secondByte === 0xfe
      ? 'utf-16le'
      : firstByte === 0xfe && secondByte === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new TmxRefused('encoding')
  }
}

/** Elements that contain codes of a tool, not text. */
const CODES = new Set(['bpt', 'ept', 'it', 'ph', 'ut'])

class TmxReader {
  private readonly parser = new SaxesParser()
  private readonly openElements: string[] = []
  private readonly pairs: ReadPair[] = []
  private readonly faults: MemoryFault[] = []
  private count = 0
  private unit: TmxUnit | null = null
  private side: Side | null = null
  private text: string | null = null
  private prop: { type: string; text: string } | null = null
  /** The open inline codes, outermost first; true for our own. */
  private codes: boolean[] = []

  constructor() {
    this.parser.on('error', () => {
      const { line, column } = this.parser
      throw new TmxRefused('xml', { line, column })
    })
    this.parser.on('doctype', (doctype) => {
      // Most files name the standard's DTD, which is not fetched; a DTD inside the file is refused.
      if (/\[|<!/.test(doctype)) throw new TmxRefused('doctype', { line: this.parser.line })
    })
    this.parser.on('opentag', (tag) => this.enter(tag))
    this.parser.on('closetag', ({ name }) => this.leave(name))
    this.parser.on('text', (text) => this.addText(text))
    this.parser.on('cdata', (text) => this.addText(text))
  }

  parse(piece: string) {
    this.parser.write(piece)
  }

  end() {
    this.parser.close()
    return { pairs: this.pairs, faults: this.faults }
  }

  private enter({ name, attributes }: SaxesTagPlain) {
    if (this.openElements.length === 0 && name !== 'tmx') throw new TmxRefused('notTmx')
    if (this.openElements.push(name) > MAX_DEPTH) throw new TmxRefused('deep', { line: this.parser.line })
    if (name === 'tu') this.beginUnit(attributes)
    else if (name === 'tuv') this.side = sideOf(attributes['xml:lang'] ?? attributes.lang ?? '')
    else if (name === 'seg') this.text = ''
    else if (name === 'prop') this.prop = { type: attributes.type ?? '', text: '' }
    else if (CODES.has(name)) this.codes.push((attributes.type ?? '') === OWN_TYPE)
  }

  private beginUnit(attributes: Record<string, string>) {
    if (++this.count > MAX_UNITS) throw new TmxRefused('many', { max: MAX_UNITS })
    const time = momentOf(attributes.changedate ?? attributes.creationdate ?? '')
    this.unit = { number: this.count, line: this.parser.line, texts: { zh: [], en: [] }, at: time }
  }

  private addText(text: string) {
    if (this.prop) this.prop.text += text
    if (this.text === null) return
    if (this.codes.length && !this.codes.every(Boolean)) return
    // Text beyond the limit is dropped; the length already shows that it is too long.
    if (this.text.length <= MAX_SEGMENT_LENGTH) this.text += this.codes.length ? text : escapeBraces(text)
  }

  private leave(name: string) {
    this.openElements.pop()
    if (CODES.has(name)) this.codes.pop()
    if (name === 'prop') this.endProperty()
    if (name === 'seg' && this.text !== null) {
      if (this.unit && this.side) this.unit.texts[this.side].push(cleanText(this.text))
      this.text = null
    }
    if (name === 'tu' && this.unit) this.addUnit(this.unit)
  }

  private endProperty() {
    const { type, text } = this.prop!
    if (this.unit && type === NOTED_PROPERTY) this.unit.at = momentOf(text.trim()) ?? this.unit.at
    this.prop = null
  }

  private addUnit({ number, line, texts, at }: TmxUnit) {
    this.unit = null
    const problem = problemOf(texts)
    if (problem) this.faults.push({ unit: number, line, problem })
    // A file may contain several texts of one language, such as simplified and traditional Chinese.
    else for (const zh of texts.zh) for (const en of texts.en) this.pairs.push({ zh, en, at })
  }
}

const sideOf = (language: string): Side | null => {
  const [first = ''] = language.toLowerCase().split(/[-_]/)
  return first === 'zh' || first === 'en' ? first : null
}

/** The maximum number of texts of one language in a unit; more are unlikely to be alternatives. */
const MAX_ALTERNATIVES = 4

/** The locale key of the problem when a unit is not a pair; null for a pair. */
function problemOf({ zh, en }: Record<Side, string[]>): MessageKey | null {
  const allTexts = [...zh, ...en]
  if (![zh, en].every((texts) => texts.length && texts.every((text) => text.trim())))
    return 'documents.memory.fault.languages'
  if (zh.length > MAX_ALTERNATIVES || en.length > MAX_ALTERNATIVES) return 'documents.memory.fault.ways'
  if (allTexts.some((text) => text.length > MAX_SEGMENT_LENGTH)) return 'documents.memory.fault.long'
  const badCharacter = allTexts.map(forbiddenCharacter).find((character) => character !== null)
  return badCharacter ? forbiddenCharacterMessage(badCharacter) : null
}

/** Reads 20261123T025959Z, or ISO format; null for any other text. */
function momentOf(text: string): Date | null {
  const isoText = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(isoText)) return null
  const time = new Date(isoText)
  return Number.isNaN(time.getTime()) ? null : time
}
