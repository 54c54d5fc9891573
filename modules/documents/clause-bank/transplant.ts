import type { Side } from '#assembly/answers.ts'
import { printValue } from '#assembly/fields.ts'
import { readMarks } from '#assembly/marks.ts'
import { type Script, sideOf } from '#assembly/script.ts'
import type { Template, Twin } from '#assembly/template/template.ts'
import { blankLine, partyKey, selfName } from '#assembly/words.ts'
import type { BankWording } from './bank.ts'

/** The texts of a wording, with its marks, converted for a document of another template. */
export interface Transplant {
  text: Record<Side, string>
  items: Record<Side, string>[]
}

interface TransplantContext {
  from: Template
  to: Template
  /** The script of the document. */
  script: Script
}

/**
 * Rewrites a wording for a document of another template. Null when that is impossible, because it refers to
 * another clause, or to a party that the document does not have. Parties keep their role, or else their
 * position. A field becomes its printed default, or a blank to fill in.
 */
export function transplant({ text, items }: BankWording, context: TransplantContext): Transplant | null {
  const keys = mapParties(context)
  const convertSides = (twin: Twin) => {
    const zh = rewrite(sideOf(twin, 'zh', context.script), 'zh', context, keys)
    const en = rewrite(twin.en, 'en', context, keys)
    return zh === null || en === null ? null : { zh, en }
  }
  const convertedText = convertSides(text)
  const convertedItems = items.map(convertSides)
  return convertedText && convertedItems.every((one) => one !== null)
    ? { text: convertedText, items: convertedItems }
    : null
}

function rewrite(
  text: string,
  side: Side,
  { from, to, script }: TransplantContext,
  keys: Map<string, string>,
): string | null {
  let result = ''
  for (const mark of readMarks(text)) {
    if (mark.kind === 'text') result += replaceOwnName(mark.source, side, { from, to, script })
    else if (mark.kind === 'this' || mark.kind === 'number') result += mark.source
    else if (mark.kind === 'party') {
      const key = keys.get(mark.key)
      if (!key) return null
      result += `{party:${key}${mark.attribute ? `.${mark.attribute}` : ''}}`
    } else if (mark.kind === 'field') {
      const field = from.fields.find(({ id }) => id === mark.id)
      if (!field || field.type === 'table') return null
      const printedValue = printValue(field, field.default, side, script) || blankLine[side]
      result += printedValue.replaceAll(/[{}]/g, '$&$&')
    } else return null
  }
  return result
}

/** Replaces the source document's name for itself with the target's: 本合同 becomes 本协议. */
function replaceOwnName(words: string, side: Side, { from, to, script }: TransplantContext): string {
  const [oldName, newName] = [selfName(from, script)[side], selfName(to, script)[side]]
  return words.replaceAll(oldName, newName).replaceAll(capital(oldName), capital(newName))
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/**
 * The party of the document for each party of the other template: the party with the same role, or the next
 * free party.
 */
function mapParties({ from, to }: TransplantContext): Map<string, string> {
  const freeParties = new Set(to.parties.map((_, index) => partyKey(index)))
  const keys = new Map<string, string>()
  const assignParty = (key: string, now: string) => {
    keys.set(key, now)
    freeParties.delete(now)
  }
  for (const { key, role } of from.parties) {
    const sameRole = to.parties.find((one) => freeParties.has(one.key) && one.role.zh === role.zh)
    if (sameRole) assignParty(key, sameRole.key)
  }
  for (const { key } of from.parties) {
    const [freeParty] = freeParties
    if (!keys.has(key) && freeParty) assignParty(key, freeParty)
  }
  return keys
}
