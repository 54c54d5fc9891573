import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Signable } from '#modules/imports/index.ts'
import type { Db } from '#src/db/db.ts'
import type { ServiceObjection } from '#views/signing/service-limits.ts'
import { turnsOf } from '#views/signing/turn-order.ts'
import type { SignatoryEntry } from '../schema.ts'
import type { PartySealChoice } from '../seals/seal-schema.ts'
import type { ProviderName } from './provider-name.ts'
import { providerOf } from './registry.ts'

/** The services with which the signatories of a team's documents sign, unless the sender chooses others. */
export interface ServiceRule {
  mainland: ProviderName
  /** The service for signatories of parties outside mainland China. */
  overseas: ProviderName
  /** The service for employment documents. */
  employment: ProviderName
}

/** The rule of a team that has not set one: everyone signs with our own service. */
export const DEFAULT_RULE: ServiceRule = { mainland: 'builtin', overseas: 'builtin', employment: 'builtin' }

/** The team's rule, and the sender's choices for this document, by party. */
export interface ServiceChoice {
  rule: ServiceRule
  choices: Record<string, ProviderName>
}

interface StoredChoice {
  rule: ServiceRule | null
  chosen: { choices: Record<string, ProviderName> } | null
}

/** Query expressions for `choiceFrom`. */
export const storedChoice = (db: Db, teamId: string, documentId: string) =>
  [
    jsonObjectFrom(
      db
        .selectFrom('signing.service_rule')
        .select(['mainland', 'overseas', 'employment'])
        .where('team_id', '=', teamId),
    ).as('rule'),
    jsonObjectFrom(
      db.selectFrom('signing.service_setting').select('choices').where('document_id', '=', documentId),
    ).as('chosen'),
  ] as const

export const choiceFrom = ({ rule, chosen }: StoredChoice): ServiceChoice => ({
  rule: rule ?? DEFAULT_RULE,
  choices: chosen?.choices ?? {},
})

export async function findServiceChoice(db: Db, teamId: string, documentId: string): Promise<ServiceChoice> {
  const stored = await db.selectNoFrom(storedChoice(db, teamId, documentId)).executeTakeFirstOrThrow()
  return choiceFrom(stored)
}

const isOffered = (provider: ProviderName) => providerOf({ provider }).isOffered

/** The service at which a party signs; our own if the chosen one is not offered. */
export function providerFor(
  document: Signable,
  party: string,
  { rule, choices }: ServiceChoice,
): ProviderName {
  const chosenProvider = choices[party] ?? providerByRule(document, party, rule)
  return isOffered(chosenProvider) ? chosenProvider : 'builtin'
}

function providerByRule(document: Signable, party: string, rule: ServiceRule): ProviderName {
  if (document.template.category === 'employment') return rule.employment
  const place = document.answers.parties.find(({ key }) => key === party)?.place ?? 'mainland'
  return place === 'mainland' ? rule.mainland : rule.overseas
}

/**
 * A signatory's service and stage. A stage is a run of consecutive turns with the same service; stages are
 * counted from 1.
 */
export interface Assignment {
  provider: ProviderName
  stage: number
}

/** The assignments of these people, in their order. Recipients of a copy receive it from us. */
export function assign(document: Signable, entries: SignatoryEntry[], choice: ServiceChoice): Assignment[] {
  const turns = turnsOf(entries)
  const providers = entries.map(({ role, party }) =>
    role === 'copy' ? ('builtin' as const) : providerFor(document, party, choice),
  )
  const stages = entries.map(() => 1)
  const actingIndexes = entries.flatMap(({ role }, index) => (role === 'copy' ? [] : [index]))
  let currentProvider: ProviderName | undefined
  let stage = 0
  for (const people of Map.groupBy(actingIndexes, (index) => turns[index]!).values()) {
    // Among people with the same number, those at the service of the current stage come first.
    const names = [...new Set(people.map((index) => providers[index]!))]
    for (const name of names.sort((a, b) => Number(b === currentProvider) - Number(a === currentProvider))) {
      if (name !== currentProvider) stage += 1
      currentProvider = name
      for (const index of people) if (providers[index] === name) stages[index] = stage
    }
  }
  return entries.map((_, index) => ({ provider: providers[index]!, stage: stages[index]! }))
}

/** A stage that its service cannot carry out. */
export interface UnsuitableStage extends Assignment {
  objection: ServiceObjection
}

interface AssignedSigning {
  document: Signable
  entries: SignatoryEntry[]
  seals: PartySealChoice[]
  assignments: Assignment[]
}

/** Whether the party must set a seal; with `own`, the signatory decides. Cross-page seals are required. */
const isRequired = ({ seal, crossPage }: PartySealChoice) => crossPage || (seal !== 'none' && seal !== 'own')

/** The first stage that its service cannot carry out; null if there is none. */
export function unsuitableStage({
  document,
  entries,
  seals,
  assignments,
}: AssignedSigning): UnsuitableStage | null {
  const acting = assignments.map((one, index) => ({ ...one, entry: entries[index]! }))
  const people = acting.filter(({ entry }) => entry.role !== 'copy')
  const stages = Map.groupBy(people, ({ stage }) => stage)
  for (const [stage, members] of [...stages].sort(([a], [b]) => a - b)) {
    const { provider } = members[0]!
    const parties = new Set(members.map(({ entry }) => entry.party))
    const stageSeals = seals.filter((one) => parties.has(one.party) && isRequired(one))
    const isSigned = stage > 1 || document.imported?.signed === true
    const objection = providerOf({ provider }).objection?.({
      people: members.map(({ entry }) => entry),
      seals: stageSeals,
      isSigned,
    })
    if (objection) return { stage, provider, objection }
  }
  return null
}
