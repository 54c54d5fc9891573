import type { Answers, Party } from '../answers.ts'
import { idProblem } from '../numbers/identifiers.ts'
import { templateClauses } from '../outline.ts'
import { leavesOf } from '../rules/leaves.ts'
import { leastRows, rowsAllowed } from '../tables/table.ts'
import type { Choice } from '../template/faults.ts'
import type { Clause, Field, PartyPlace, Template } from '../template/template.ts'
import { listParts } from '../template/template-parts.ts'
import { partyKey } from '../words.ts'
import { plainTable, sampleNumber, sampleParty } from './sample.ts'

/** One choice that a template offers, and the values of it to test. */
export interface Factor {
  levels: Level[]
}

interface Level {
  /** Describes the value in a fault report; absent for the sample's original value. */
  choice?: Choice
  choose: (answers: Answers) => Answers
}

const unchanged = (answers: Answers) => answers

/** All choices that a template offers. */
export function factorsOf(template: Template): Factor[] {
  const optionalIds = new Set(template.fields.filter(({ required }) => !required).map(({ id }) => id))
  return [
    ...[...templateClauses(template)].flatMap(({ clause }) => clauseFactors(clause)),
    ...template.fields.flatMap((field) => fieldFactors(field, optionalIds)),
    ...currencyFactors(template),
    ...partyFactors(template),
  ]
}

function clauseFactors({ id, droppable, alternatives = [] }: Clause): Factor[] {
  const wordings = alternatives.map((one) => ({
    choice: choiceOf(id, one.id),
    choose: (answers: Answers) => withDecision(answers, id, { alternative: one.id }),
  }))
  const droppedLevel: Level = {
    choice: { code: 'dropped', values: { id } },
    choose: (answers) => withDecision(answers, id, { dropped: true }),
  }
  const levels = [...wordings, ...(droppable ? [droppedLevel] : [])]
  return levels.length > 0 ? [{ levels: [{ choose: unchanged }, ...levels] }] : []
}

const choiceOf = (id: string, alternative: string): Choice => ({
  code: 'taken',
  values: { id, way: alternative },
})

const withDecision = (answers: Answers, id: string, decision: Answers['clauses'][string]): Answers => ({
  ...answers,
  clauses: { ...answers.clauses, [id]: { ...answers.clauses[id], ...decision } },
})

function fieldFactors(field: Field, optional: Set<string>): Factor[] {
  const { id, type, options = [] } = field
  const setValue = (value: Answers['fields'][string]) => (answers: Answers) => ({
    ...answers,
    fields: { ...answers.fields, [id]: value },
  })
  const clearValue = (answers: Answers) => {
    const { [id]: _, ...fields } = answers.fields
    return { ...answers, fields }
  }
  if (type === 'boolean')
    return [
      {
        levels: [true, false].map((value) => ({
          choice: choiceOf(id, String(value)),
          choose: setValue(value),
        })),
      },
    ]
  if (type === 'choice')
    return [{ levels: options.map((one) => ({ choice: choiceOf(id, one.id), choose: setValue(one.id) })) }]
  const emptyLevel: Level = { choice: { code: 'empty', values: { id } }, choose: clearValue }
  if (type === 'table') {
    const rowLevels = [leastRows(field), rowsAllowed(field)].map(
      (rows): Level => ({
        choice: { code: 'rows', values: { id, rows } },
        choose: setValue(plainTable(field, rows)),
      }),
    )
    return [{ levels: [{ choose: unchanged }, ...rowLevels, ...(optional.has(id) ? [emptyLevel] : [])] }]
  }
  if (!optional.has(id)) return []
  return [{ levels: [{ choice: { code: 'filled', values: { id } }, choose: unchanged }, emptyLevel] }]
}

/** The currencies that parts of the template depend on. */
function currencyFactors(template: Template): Factor[] {
  const comparedCurrencies = new Set(
    listParts(template)
      .flatMap(({ when }) => leavesOf(when))
      .flatMap(({ leaf }) => ('currency' in leaf ? [leaf.currency] : [])),
  )
  return template.fields
    .filter(({ id, type }) => comparedCurrencies.has(id) && type === 'money')
    .map(({ id, currencies = [] }) => ({
      levels: currencies.map((currency) => ({
        choice: choiceOf(id, currency),
        choose: (answers) => {
          const value = answers.fields[id]
          if (typeof value !== 'object' || !('amount' in value)) return answers
          return { ...answers, fields: { ...answers.fields, [id]: { ...value, currency } } }
        },
      })),
    }))
}

function partyFactors({ parties, moreParties }: Template): Factor[] {
  const morePartyFactors: Factor[] = moreParties
    ? [
        {
          levels: [
            { choice: { code: 'listed' }, choose: unchanged },
            { choice: { code: 'all' }, choose: (answers) => withAll(answers, moreParties) },
          ],
        },
      ]
    : []
  const ownPartyFactors = parties.flatMap(({ key, identity, place }): Factor[] => [
    ...(place ? [] : [partyFactor('place', key, places)]),
    ...(identity === 'any' ? [partyFactor('identity', key, identities)] : []),
  ])
  return [...morePartyFactors, ...ownPartyFactors]
}

function withAll(answers: Answers, role: NonNullable<Template['moreParties']>): Answers {
  const addedParties = Array.from({ length: Math.max(0, role.upTo - answers.parties.length) }, (_, index) =>
    sampleParty(partyKey(answers.parties.length + index), role),
  )
  return { ...answers, parties: [...answers.parties, ...addedParties] }
}

const places: Partial<Party>[] = (['mainland', 'hmt', 'abroad'] satisfies PartyPlace[]).map((place) => ({
  place,
}))

const identities: Partial<Party>[] = [
  { identity: 'company' },
  { identity: 'individual', signerName: '', signerTitle: '', legalRepresentative: '' },
]

function partyFactor(code: Choice['code'], key: string, patches: Partial<Party>[]): Factor {
  return {
    levels: patches.map((patch) => ({
      choice: { code, values: { key, way: String(Object.values(patch)[0]) } },
      choose: (answers) => ({
        ...answers,
        parties: answers.parties.map((party) =>
          party.key === key ? withFittingNumber({ ...party, ...patch }) : party,
        ),
      }),
    })),
  }
}

/**
 * Replaces a party's number, because a party in another place, or a person instead of a company, needs a
 * number of another kind.
 */
const withFittingNumber = (party: Party): Party =>
  party.idNumber && idProblem(party.identity, party.idNumber, party.place)
    ? { ...party, idNumber: sampleNumber(party.key, party.identity === 'individual') }
    : party
