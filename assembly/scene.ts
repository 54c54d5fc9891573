import type { Answers, DocumentSource, Party, Side } from './answers.ts'
import { answerTo, checkValue, printValue, type ValueProblem } from './fields.ts'
import { type Script, sideOf } from './script.ts'
import type { Field, FieldValue, RoleTraits, Template, Twin } from './template/template.ts'
import type { Sides } from './tree.ts'
import { attributeSides } from './twins.ts'
import { ownLabel, partyKey, partyLabel } from './words.ts'

/** A party with its printed texts; `name` and `role` may be empty. */
export interface PresentParty {
  key: string
  party: Party
  label: Sides<string>
  role: Sides<string>
  name: Sides<string>
  signs: boolean
  /** What the template requires of the role; undefined if the role is not the template's. */
  traits: RoleTraits | undefined
}

/** A field and its answer, which is read once for the whole document. */
export interface AnsweredField {
  field: Field
  value: FieldValue | undefined
  problem: ValueProblem | null
  /** The printed value; null if it is empty on that side or cannot be printed. */
  printed: Sides<string | null>
}

/** A mark that could not be resolved. */
export interface MarkProblem {
  problem: 'unknownMark' | 'referenceUnknown' | 'referenceLeftOut' | 'partyMissing'
  source: string
}

/**
 * The place of a part: its printed reference (absent while the part is left out), and the part that contains
 * it.
 */
export interface PartPlace {
  label?: Sides<string>
  parent?: string
}

/** The data that resolving texts requires. */
export interface Scene {
  template: Template
  answers: Answers
  number: string
  today?: string
  script: Script
  /** The sides to print, primary first. */
  sides: Side[]
  fields: Map<string, AnsweredField>
  parties: PresentParty[]
  /** Filled in while articles, clauses and items are numbered. */
  places: Map<string, PartPlace>
  /** The unresolved marks of each clause, filled in while texts are resolved. */
  problems: Map<string, Sides<MarkProblem[]>>
}

export function openScene({ template, answers, number, today }: DocumentSource): Scene {
  const { primary, bilingual, script } = answers.languages
  const otherSide: Side = primary === 'zh' ? 'en' : 'zh'
  return {
    template,
    answers,
    number,
    ...(today && { today }),
    script,
    sides: bilingual ? [primary, otherSide] : [primary],
    fields: new Map(template.fields.map((field) => [field.id, answeredField(field, answers)])),
    parties: presentParties(template, answers, script),
    places: new Map(),
    problems: new Map(),
  }
}

function answeredField(field: Field, answers: Answers): AnsweredField {
  const value = answerTo(answers, field.id)
  const { script } = answers.languages
  return {
    field,
    value,
    problem: value === undefined || field.computed ? null : checkValue(field, value),
    printed: { zh: printValue(field, value, 'zh', script), en: printValue(field, value, 'en', script) },
  }
}

function presentParties(template: Template, answers: Answers, script: Script): PresentParty[] {
  const counts = new Map<string, number>()
  return answers.parties.slice(0, 10).map((party, index) => {
    const traits = traitsOf(template, index)
    const nth = (counts.get(traits?.label?.zh ?? '') ?? 0) + 1
    counts.set(traits?.label?.zh ?? '', nth)
    return {
      key: partyKey(index),
      party,
      traits,
      label: traits?.label ? ownLabel(bothSides(traits.label, script), nth) : partyLabel(index),
      role: bothSides(party.role ?? traits?.role ?? { zh: '', en: '' }, script),
      name: attributeSides(party, 'name'),
      signs: doesSign(template, party, index),
    }
  })
}

export const traitsOf = (template: Template, index: number): RoleTraits | undefined =>
  template.parties[index] ?? template.moreParties

/** Whether the party at this index signs. A party who voted against a resolution or was absent does not. */
export function doesSign(template: Template, { vote }: Party, index: number): boolean {
  const signs = template.parties[index]?.signs ?? template.moreParties?.signs ?? true
  return signs && !(traitsOf(template, index)?.votes && (vote === 'against' || vote === 'absent'))
}

/** Both sides of a text, with the Chinese in the document's script. */
export function bothSides(twin: Twin, script: Script): Sides<string> {
  return { zh: sideOf(twin, 'zh', script), en: twin.en }
}
