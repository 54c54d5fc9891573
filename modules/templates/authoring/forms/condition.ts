import type { Path } from '#assembly/template/parse.ts'
import { isPlainObject, objectsAt, type PlainObject, type Source, setInline, valueAt } from '../source.ts'

/** How many conditions a part can combine in the form. */
export const MAX_CONDITIONS = 4

/** The ways in which several conditions are combined. */
export const JOINS = ['all', 'any'] as const

type Values = Record<string, string>

/** The list option that represents a condition, such as `is|forum|cietac`; null if there is none. */
function leafFor(condition: unknown): string | null {
  if (!isPlainObject(condition)) return null
  const keys = Object.keys(condition).sort().join(' ')
  const { field, is, filled, kept, chosen, alternative, parties, party, from } = condition
  if (keys === 'field is') return `is|${String(field)}|${String(is)}`
  if (keys === 'filled') return `filled|${String(filled)}`
  if (keys === 'kept') return `kept|${String(kept)}`
  if (keys === 'alternative chosen') return `chosen|${String(chosen)}|${String(alternative)}`
  if (keys === 'parties' && isPlainObject(parties)) return `parties|${String(parties.atLeast)}`
  if (keys === 'is party') return `identity|${String(party)}|${String(is)}`
  return keys === 'from party' ? `from|${String(party)}|${String(from)}` : null
}

function conditionOf(leaf: string): PlainObject | null {
  const [kind, subject = '', choice = ''] = leaf.split('|')
  if (kind === 'is')
    return { field: subject, is: choice === 'true' || choice === 'false' ? choice === 'true' : choice }
  if (kind === 'filled') return { filled: subject }
  if (kind === 'kept') return { kept: subject }
  if (kind === 'chosen') return { chosen: subject, alternative: choice }
  if (kind === 'parties') return { parties: { atLeast: Number(subject) } }
  if (kind === 'identity') return { party: subject, is: choice }
  return kind === 'from' ? { party: subject, from: choice } : null
}

/** The values of the form's controls; `when.other` marks a condition that the controls cannot show. */
export function readCondition(condition: unknown): Values {
  if (condition === undefined) return {}
  const join = JOINS.find((one) => isPlainObject(condition) && Array.isArray(condition[one]))
  const list = join ? (valueAt(condition, [join]) as unknown[]) : [condition]
  const rows = list.map((one) => {
    const isNegated = isPlainObject(one) && Object.keys(one).join() === 'not'
    return { not: isNegated, leaf: leafFor(isNegated ? one.not : one) }
  })
  if (rows.length > MAX_CONDITIONS || rows.some(({ leaf }) => leaf === null)) return { 'when.other': 'yes' }
  return Object.fromEntries([
    ['when.join', join ?? 'all'],
    ...rows.flatMap(({ not, leaf }, index) => [
      [`when.${index}.not`, not ? 'yes' : ''],
      [`when.${index}.leaf`, leaf!],
    ]),
  ])
}

/**
 * Writes the condition of a part. A condition that the form cannot show stays unless the author chooses
 * another one.
 */
export function writeCondition(source: Source, path: Path, values: Values) {
  const rows = Array.from({ length: MAX_CONDITIONS }, (_, index) => {
    const condition = conditionOf(values[`when.${index}.leaf`] ?? '')
    return condition && values[`when.${index}.not`] === 'yes' ? { not: condition } : condition
  }).filter((one) => one !== null)
  if (!rows.length && values['when.other'] === 'yes') return
  const join = values['when.join'] === 'any' ? 'any' : 'all'
  setInline(source, [...path, 'when'], rows.length > 1 ? { [join]: rows } : rows[0])
}

/** A group of choices for one condition. */
export interface ConditionGroup {
  name: 'choices' | 'filled' | 'kept' | 'alternatives' | 'parties'
  options: Option[]
}

interface Option {
  leaf: string
  subject: PlainObject
  /** The option or alternative, or the name of a value. */
  choice?: PlainObject | string
}

/** All conditions that a part of this template can have. */
export function conditionChoices(data: PlainObject, currentPart: PlainObject | undefined): ConditionGroup[] {
  const fields = objectsAt(data, ['fields'])
  const parts = ['recitals', 'articles', 'annexes'].flatMap((list) =>
    objectsAt(data, [list]).flatMap((part) => [part, ...objectsAt(part, ['clauses'])]),
  )
  const otherParts = parts.filter((part) => typeof part.id === 'string' && part.id !== currentPart?.id)
  const choices = fields.flatMap((field): Option[] => {
    if (field.type === 'boolean')
      return ['true', 'false'].map((choice) => ({
        leaf: `is|${field.id}|${choice}`,
        subject: field,
        choice,
      }))
    if (field.type !== 'choice') return []
    return objectsAt(field, ['options']).map((choice) => ({
      leaf: `is|${field.id}|${choice.id}`,
      subject: field,
      choice,
    }))
  })
  const parties = objectsAt(data, ['parties']).flatMap((subject): Option[] =>
    [...['individual', 'company'].map((choice) => ['identity', choice] as const), ...RESIDENCES].map(
      ([kind, choice]) => ({
        leaf: `${kind}|${subject.key}|${choice}`,
        subject,
        choice,
      }),
    ),
  )
  return [
    { name: 'choices', options: choices },
    {
      name: 'filled',
      options: fields
        .filter(({ type }) => type !== 'boolean')
        .map((subject) => ({ leaf: `filled|${subject.id}`, subject })),
    },
    {
      name: 'alternatives',
      options: otherParts.flatMap((subject) =>
        objectsAt(subject, ['alternatives']).map((choice) => ({
          leaf: `chosen|${subject.id}|${choice.id}`,
          subject,
          choice,
        })),
      ),
    },
    { name: 'kept', options: otherParts.map((subject) => ({ leaf: `kept|${subject.id}`, subject })) },
    { name: 'parties', options: [...moreParties(data), ...parties] },
  ]
}

const RESIDENCES = (['mainland', 'hmt', 'abroad'] as const).map((choice) => ['from', choice] as const)

function moreParties(data: PlainObject) {
  const partyCount = objectsAt(data, ['parties']).length
  const max = Number(valueAt(data, ['moreParties', 'upTo']) ?? 0)
  return Array.from({ length: Math.max(0, Math.min(max, 10) - partyCount) }, (_, index) => {
    const count = partyCount + index + 1
    return { leaf: `parties|${count}`, subject: {}, choice: String(count) }
  })
}
