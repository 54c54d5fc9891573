import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import { someTicked } from '#src/http/checkboxes.ts'
import { SCOPES, type Scope } from '#src/http/programs/operation.ts'

/** The lifetimes to choose from, in days. */
export const LIFETIMES = ['30', '90', '365'] as const
const MAX_NETWORKS = 20

/** An address or a network, as a network; null for any other text. */
function networkIn(text: string): string | null {
  try {
    const [address, bits] = text.includes('/')
      ? ipaddr.parseCIDR(text)
      : ([ipaddr.process(text), ipaddr.process(text).kind() === 'ipv4' ? 32 : 128] as const)
    return `${address}/${bits}`
  } catch {
    return null
  }
}

const networks = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.split(/[\s,，、;；]+/).filter(Boolean)),
  v.maxLength(MAX_NETWORKS, 'api.problem.networks'),
  v.check((all) => all.every((one) => networkIn(one)), 'api.problem.networks'),
  v.transform((all) => all.map((one) => networkIn(one)!)),
)

/** The form of a new key: a checkbox for each scope. */
export const KeyForm = v.pipe(
  v.object({
    name: v.pipe(
      v.string('common.problem.required'),
      v.trim(),
      v.nonEmpty('common.problem.required'),
      v.maxLength(60, 'common.problem.tooLong'),
    ),
    days: v.picklist(LIFETIMES, 'common.problem.required'),
    networks,
    ...v.entriesFromList(SCOPES, v.optional(v.string())),
  }),
  someTicked(SCOPES, { group: 'scopes', problem: 'api.problem.scopes' }),
  v.transform(({ name, days, networks, ...checkboxes }) => ({
    name,
    days: Number(days),
    networks,
    scopes: SCOPES.filter((scope) => checkboxes[scope] === 'yes') as Scope[],
  })),
)

export type NewKey = v.InferOutput<typeof KeyForm>
