import type { Selectable } from 'kysely'
import type { Signable } from '#modules/imports/index.ts'
import type { Db } from '#src/db/db.ts'
import { turnsOf } from '#views/signing/turn-order.ts'
import { signingParties } from '../copy/signing-parties.ts'
import type { ProviderName, SignatoryEntry } from '../schema.ts'
import { allProviders } from './registry.ts'
import type { ServiceRuleTable } from './remote/remote-schema.ts'

export type ServiceRule = Pick<Selectable<ServiceRuleTable>, 'mainland' | 'overseas' | 'employment'>

/** Without a rule of the team everybody signs at our own service. */
export const FIRST_RULE: ServiceRule = { mainland: 'builtin', overseas: 'builtin', employment: 'builtin' }

/** A query expression: the rule of a team. */
export const ruleOf = (db: Db, teamId: string) =>
  db
    .selectFrom('signing.service_rule')
    .select(['mainland', 'overseas', 'employment'])
    .where('team_id', '=', teamId)

export const findRule = async (db: Db, teamId: string): Promise<ServiceRule> =>
  (await ruleOf(db, teamId).executeTakeFirst()) ?? FIRST_RULE

const isOffered = (name: ProviderName) => allProviders().some((one) => one.name === name)

/** Where a party's people sign by the team's rule; our own service in place of one that is not offered. */
export function ruledProvider(document: Signable, party: string, rule: ServiceRule): ProviderName {
  const place = document.answers.parties.find(({ key }) => key === party)?.place ?? 'mainland'
  const isEmployment = document.template.category === 'employment'
  const ruled = isEmployment ? rule.employment : place === 'mainland' ? rule.mainland : rule.overseas
  return isOffered(ruled) ? ruled : 'builtin'
}

/** Where somebody signs. A recipient of a copy gets it from us. */
export const providerIn = (document: Signable, entry: SignatoryEntry, rule: ServiceRule): ProviderName =>
  entry.role === 'copy' ? 'builtin' : (entry.provider ?? ruledProvider(document, entry.party, rule))

/** Where and in which stage each of these people signs, in their order. */
export function stagesOf(
  document: Signable,
  entries: SignatoryEntry[],
  rule: ServiceRule,
): { provider: ProviderName; stage: number }[] {
  const turns = turnsOf(entries)
  const providers = entries.map((entry) => providerIn(document, entry, rule))
  const acting = entries.flatMap(({ role }, index) => (role === 'copy' ? [] : [index]))
  const stages = entries.map(() => 1)
  let last: ProviderName | undefined
  let stage = 0
  for (const [, people] of Map.groupBy(acting, (index) => turns[index]!)) {
    // Of people who sign at the same time, those at the service of the turn before come first.
    const names = [...new Set(people.map((index) => providers[index]!))]
    for (const name of names.sort((a, b) => Number(b === last) - Number(a === last))) {
      if (name !== last) stage += 1
      last = name
      for (const index of people) if (providers[index] === name) stages[index] = stage
    }
  }
  return entries.map((_, index) => ({ provider: providers[index]!, stage: stages[index]! }))
}

/** The parties whose people sign, with where they sign by the team's rule. */
export const ruledProviders = (document: Signable, rule: ServiceRule): Record<string, ProviderName> =>
  Object.fromEntries(signingParties(document).map(({ key }) => [key, ruledProvider(document, key, rule)]))
