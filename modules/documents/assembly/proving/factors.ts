import type { Answers, Party } from '../answers.ts'
import { templateClauses } from '../outline.ts'
import { leastRows, rowsAllowed } from '../tables/table.ts'
import type { Clause, Field, PartyPlace, Template } from '../template/template.ts'
import { partyKey } from '../words.ts'
import { plainTable, sampleParty } from './sample.ts'

/** One thing that can be chosen, and the ways of choosing it; the first leaves a document as it is. */
export interface Factor {
  name: string
  ways: { name: string; choose: (answers: Answers) => Answers }[]
}

const as = (answers: Answers) => answers

/** Everything in a template that somebody may choose. */
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
    name: one.id,
    choose: (answers: Answers) => decided(answers, id, { alternative: one.id }),
  }))
  const leaving = { name: 'dropped', choose: (answers: Answers) => decided(answers, id, { dropped: true }) }
  const ways = [...wordings, ...(droppable ? [leaving] : [])]
  return ways.length > 0 ? [{ name: id, ways: [{ name: 'as it is', choose: as }, ...ways] }] : []
}

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
    return [{ name: id, ways: [true, false].map((value) => ({ name: String(value), choose: put(value) })) }]
  if (type === 'choice')
    return [{ name: id, ways: options.map((one) => ({ name: one.id, choose: put(one.id) })) }]
  if (type === 'table') {
    const counts = [leastRows(field), rowsAllowed(field)].map((rows) => ({
      name: `${rows} rows`,
      choose: put(plainTable(field, rows)),
    }))
    const empty = optional.has(id) ? [{ name: 'empty', choose: without }] : []
    return [{ name: id, ways: [{ name: 'as it is', choose: as }, ...counts, ...empty] }]
  }
  if (!optional.has(id)) return []
  return [
    {
      name: id,
      ways: [
        { name: 'filled', choose: as },
        { name: 'empty', choose: without },
      ],
    },
  ]
}

function partyFactors({ parties, moreParties }: Template): Factor[] {
  const more = moreParties
    ? [
        {
          name: 'parties',
          ways: [
            { name: 'as listed', choose: as },
            { name: 'all', choose: (answers: Answers) => withAll(answers, moreParties) },
          ],
        },
      ]
    : []
  const own = parties.flatMap(({ key, identity, place }): Factor[] => [
    ...(place ? [] : [ways(`place of ${key}`, key, places)]),
    ...(identity === 'any' ? [ways(`identity of ${key}`, key, identities)] : []),
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

function ways(name: string, key: string, patches: Partial<Party>[]): Factor {
  return {
    name,
    ways: patches.map((patch) => ({
      name: String(Object.values(patch)[0]),
      choose: (answers) => ({
        ...answers,
        parties: answers.parties.map((party) => (party.key === key ? { ...party, ...patch } : party)),
      }),
    })),
  }
}
