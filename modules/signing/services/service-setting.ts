import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { validAuthorisations } from '#modules/authorisations/index.ts'
import { findSignable, maySend } from '#modules/imports/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { signingParties } from '../copy/signing-parties.ts'
import {
  assign,
  choiceFrom,
  DEFAULT_RULE,
  type ServiceRule,
  storedChoice,
  type UnsuitableStage,
  unsuitableStage,
} from '../providers/choice.ts'
import { type ProviderName, SERVICES } from '../providers/provider-name.ts'
import { offeredProviders } from '../providers/registry.ts'
import { findSetting } from '../setting.ts'
import { SERVICE_NAMES } from './service-names.ts'

const Name = v.pipe(
  v.optional(v.string(), ''),
  v.picklist(['builtin', ...SERVICES], 'common.problem.selected'),
)

/** The names of the services that senders can choose. */
export const serviceNames = (): ProviderName[] => offeredProviders().map(({ name }) => name)

const isOffered = (name: ProviderName) => serviceNames().includes(name)

/** The error if a sender chose a service that cannot carry out this signing. */
export const unsuitableService = ({ provider, objection }: UnsuitableStage) =>
  new AppError(
    'SERVICE_UNSUITABLE',
    { service: SERVICE_NAMES[provider] },
    `signing.services.objection.${objection}`,
  )

/** The service of each party, from form fields such as `service-a`. */
export function readServiceChoices(values: Record<string, string>): Record<string, ProviderName> {
  const pairs = Object.entries(values).flatMap(([key, value]) => {
    const [, party] = /^service-([a-j])$/.exec(key) ?? []
    const name = v.safeParse(Name, value)
    if (!party) return []
    if (!name.success || !isOffered(name.output)) throw new AppError('INVALID_FIELD', { field: key })
    return [[party, name.output] as const]
  })
  return Object.fromEntries(pairs)
}

/**
 * Stores the services at which the parties of a document sign. Throws NOT_FOUND and DOCUMENT_STATUS_WRONG
 * for the document, INVALID_FIELD for a party that does not sign, SERVICE_UNSUITABLE if a service cannot
 * carry out the signing.
 */
export async function storeServiceChoices(
  db: Db,
  viewer: Viewer,
  documentId: string,
  choices: Record<string, ProviderName>,
) {
  const document = await findSignable(db, viewer, documentId)
  requirePermission(viewer, 'document.sign')
  if (!maySend(document)) throw new AppError('DOCUMENT_STATUS_WRONG')
  const parties = signingParties(document).map(({ key }) => key)
  if (Object.keys(choices).some((party) => !parties.includes(party)))
    throw new AppError('INVALID_FIELD', { field: 'party' })
  const { signatories: entries, choices: seals } = await findSetting(db, document)
  const assignments = assign(document, entries, { rule: DEFAULT_RULE, choices })
  const unsuitable = unsuitableStage({ document, entries, seals, assignments })
  if (unsuitable) throw unsuitableService(unsuitable)
  const row = { choices: JSON.stringify(choices) }
  await db
    .insertInto('signing.service_setting')
    .values({ document_id: document.id, ...row })
    .onConflict((oc) => oc.column('document_id').doUpdateSet(row))
    .execute()
}

export const RuleForm = v.object({ mainland: Name, overseas: Name, employment: Name })

/**
 * Stores the rule of the viewer's team. Throws ACCESS_DENIED, INVALID_FIELD for a service that is not
 * offered.
 */
export async function storeServiceRule(db: Db, viewer: Viewer, rule: ServiceRule) {
  requirePermission(viewer, 'team.edit')
  for (const [field, name] of Object.entries(rule))
    if (!isOffered(name)) throw new AppError('INVALID_FIELD', { field })
  const row = { ...rule, updated_at: now() }
  await db
    .insertInto('signing.service_rule')
    .values({ team_id: viewer.teamId, ...row })
    .onConflict((oc) => oc.column('team_id').doUpdateSet(row))
    .execute()
}

/** The rule of the viewer's team, and the authorisations under which the viewer sends. One query. */
export async function findServicesPage(db: Db, viewer: Viewer) {
  const { rule, valid: authorisations } = await db
    .selectNoFrom([
      storedChoice(db, viewer.teamId, viewer.teamId)[0],
      jsonArrayFrom(validAuthorisations(db, viewer)).as('valid'),
    ])
    .executeTakeFirstOrThrow()
  return { rule: choiceFrom({ rule, chosen: null }).rule, authorisations: authorisations }
}
