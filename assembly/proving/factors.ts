import type { Answers, Party } from '../answers.ts'
import { templateClauses } from '../outline.ts'
import { leastRows, rowsAllowed } from '../tables/table.ts'
import type { Choice } from '../template/faults.ts'
import type { Clause, Field, PartyPlace, Template } from '../template/template.ts'
import { partyKey } from '../words.ts'
import { plainTable, sampleParty } from './sample.ts'

/** One thing to choose, and its levels; the first level leaves a document unchanged. */
export interface Factor {
  ways: Way[]
}

interface Way {
  /** The description of the level; absent for the one that changes nothing. */
  choice?: Choice
  choose: (answers: Answers) => Answers
}

const as = (answers: Answers) => answers

/** All choices that a template offers. */
export function factorsOf(template: Template): Factor[] {
  const asked = new Set(template.fields.filter(({ required }) => !required).map(({ id }) => id))
  return [
    ...[...templateClauses(template)].flatMap(({ clause }) => clauseFactors(clause)),
    ...template.fields.flatMap((field) => fieldFactors(field, asked)),
    ...partyFactors(template),
  ]
}

function clauseFactors({ id, droppable, alternatives = [] }: Clause): Factor[] {
  const wordings = alternatives.map((one) => ({
    choice: taken(id, one.id),
    choose: (answers: Answers) => decided(answers, id, { alternative: one.id }),
  }))
  const leaving: Way = {
    choice: { code: 'dropped', values: { id } },
    choose: (answers) => decided(answers, id, { dropped: true }),
  }
  const ways = [...wordings, ...(droppable ? [leaving] : [])]
  return ways.length > 0 ? [{ ways: [{ choose: as }, ...ways] }] : []
}

const taken = (id: string, way: string): Choice => ({ code: 'taken', values: { id, way } })

const decided = (answers: Answers, id: string, decision: Answers['clauses'][string]): Answers => ({
  ...answers,
  clauses: { ...answers.clauses, [id]: { ...answers.clauses[id], ...decision } },
})

function fieldFactors(field: Field, optional: Set<string>): Factor[] {
  const { id, type, options = [] } = field
  const put = (value: Answers['fields'][string]) => (answers: Answers) => ({
    ...answers,
    fields: { ...answers.fields, [id]: value },
  })
  const without = (answers: Answers) => {
    const { [id]: _, ...fields } = answers.fields
    return { ...answers, fields }
  }
  if (type === 'boolean')
    return [
      { ways: [true, false].map((value) => ({ choice: taken(id, String(value)), choose: put(value) })) },
    ]
  if (type === 'choice')
    return [{ ways: options.map((one) => ({ choice: taken(id, one.id), choose: put(one.id) })) }]
  const empty: Way = { choice: { code: 'empty', values: { id } }, choose: without }
  if (type === 'table') {
    const counts = [leastRows(field), rowsAllowed(field)].map(
      (rows): Way => ({
        choice: { code: 'rows', values: { id, rows } },
        choose: put(plainTable(field, rows)),
      }),
    )
    return [{ ways: [{ choose: as }, ...counts, ...(optional.has(id) ? [empty] : [])] }]
  }
  if (!optional.has(id)) return []
  return [{ ways: [{ choice: { code: 'filled', values: { id } }, choose: as }, empty] }]
}

function partyFactors({ parties, moreParties }: Template): Factor[] {
  const more: Factor[] = moreParties
    ? [
        {
          ways: [
            { choice: { code: 'listed' }, choose: as },
            { choice: { code: 'all' }, choose: (answers) => withAll(answers, moreParties) },
          ],
        },
      ]
    : []
  const own = parties.flatMap(({ key, identity, place }): Factor[] => [
    ...(place ? [] : [ways('place', key, places)]),
    ...(identity === 'any' ? [ways('identity', key, identities)] : []),
  ])
  return [...more, ...own]
}

function withAll(answers: Answers, role: NonNullable<Template['moreParties']>): Answers {
  const added = Array.from({ length: Math.max(0, role.upTo - answers.parties.length) }, (_, index) =>
    sampleParty(partyKey(answers.parties.length + index), role),
  )
  return { ...answers, parties: [...answers.parties, ...added] }
}

const places: Partial<Party>[] = (['mainland', 'hmt', 'abroad'] satisfies PartyPlace[]).map((place) => ({
  place,
}))

const identities: Partial<Party>[] = [
  { identity: 'company' },
  { identity: 'individual', signerName: '', signerTitle: '', legalRepresentative: '' },
]

function ways(code: Choice['code'], key: string, patches: Partial<Party>[]): Factor {
  return {
    ways: patches.map((patch) => ({
      choice: { code, values: { key, way: String(Object.values(patch)[0]) } },
      choose: (answers) => ({
        ...answers,
        parties: answers.parties.map((party) => (party.key === key ? { ...party, ...patch } : party)),
      }),
    })),
  }
}
