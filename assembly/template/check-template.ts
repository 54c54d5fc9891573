import { checkDates } from '../dates/check-dates.ts'
import { partyAttributes } from '../marks.ts'
import { partyPlace } from '../rules/rules.ts'
import { partyKey } from '../words.ts'
import { checkConditions } from './check-conditions.ts'
import { checkFields } from './check-fields.ts'
import { checkPositions } from './check-positions.ts'
import { checkTables } from './check-tables.ts'
import { checkTexts } from './check-texts.ts'
import type { FormerIds, Template } from './template.ts'
import {
  checkFormerIds,
  type FaultAtPath,
  isInherited,
  listParts,
  maxParties,
  repeated,
  type TemplatePart,
} from './template-parts.ts'

/**
 * Checks the rules that the schema cannot express, about ids, references, marks, conditions, fields and
 * parties.
 */
export function checkTemplate(template: Template): FaultAtPath[] {
  const parts = listParts(template)
  return [
    ...checkIds(template, parts),
    ...checkParties(template),
    ...checkFields(template),
    ...checkTables(template, parts),
    ...checkTexts(template, parts),
    ...checkConditions(template, parts),
    ...checkPositions(template, parts),
    ...checkRules(template, parts, 'rules'),
    ...checkRules(template, parts, 'advise'),
    ...checkFixed(parts),
    ...checkDates(template),
  ]
}

function checkIds(template: Template, parts: TemplatePart[]): FaultAtPath[] {
  const faults: FaultAtPath[] = []
  const usedIds = new Set<string>()
  const fields = template.fields.map(({ id, was }, index) => ({ id, was, path: ['fields', index] }))
  for (const { id, path } of [...fields, ...parts]) {
    const idPath = [...path, 'id']
    if (usedIds.has(id)) faults.push({ path: idPath, code: 'idTaken', values: { id } })
    if (isReserved(id)) faults.push({ path: idPath, code: 'idReserved', values: { id } })
    usedIds.add(id)
  }
  for (const { clause, path } of parts) {
    const alternatives = withPaths(clause?.alternatives, [...path, 'alternatives'])
    faults.push(...repeated(alternatives, [...path, 'alternatives']), ...checkFormerIds(alternatives))
  }
  const options = template.fields.map((field, index) =>
    withPaths(field.options, ['fields', index, 'options']),
  )
  return [...faults, ...checkFormerIds([...fields, ...parts]), ...options.flatMap(checkFormerIds)]
}

const isReserved = (id: string) =>
  ['number', 'prevailing', 'this', 'languages'].includes(id) || id.startsWith('added-') || isInherited(id)

const withPaths = (list: FormerIds[] = [], path: FaultAtPath['path']) =>
  list.map(({ id, was }, index) => ({ id, was, path: [...path, index] }))

function checkParties({ parties, moreParties }: Template): FaultAtPath[] {
  const faults = parties.flatMap(({ key }, index): FaultAtPath[] =>
    key === partyKey(index)
      ? []
      : [
          {
            path: ['parties', index, 'key'],
            code: 'keyOutOfOrder',
            values: { expected: partyKey(index), key },
          },
        ],
  )
  if (moreParties && moreParties.upTo <= parties.length)
    faults.push({ path: ['moreParties', 'upTo'], code: 'upToTooLow' })
  return faults
}

/** Checks that every rule has a unique id and refers to an existing place. */
function checkRules(template: Template, parts: TemplatePart[], list: 'rules' | 'advise'): FaultAtPath[] {
  const { fields, [list]: rules = [] } = template
  const placeIds = new Set(['languages', ...fields.map(({ id }) => id), ...parts.map(({ id }) => id)])
  const attributes = new Set<string>([...partyAttributes, 'place', 'vote', 'share', 'identity'])
  const isPartyAttribute = (place: string) =>
    attributes.has(partyPlace.exec(place)?.[1] ?? '') && place.charCodeAt(0) - 96 <= maxParties(template)
  const unplacedRules = rules.flatMap(({ at: place, each }, index): FaultAtPath[] =>
    (each ? attributes : placeIds).has(place) || (!each && isPartyAttribute(place))
      ? []
      : [{ path: [list, index, 'at'], code: each ? 'noAttribute' : 'noPlace', values: { at: place } }],
  )
  return [...unplacedRules, ...repeated(rules, [list])]
}

/** Checks that prescribed text cannot be dropped and has no alternatives. */
function checkFixed(parts: TemplatePart[]): FaultAtPath[] {
  return parts.flatMap(({ clause, path }): FaultAtPath[] => {
    if (!clause?.fixed || !(clause.droppable || clause.alternatives)) return []
    return [{ path, code: 'fixedMayGo' }]
  })
}
