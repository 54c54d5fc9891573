import * as v from 'valibot'
import { now, SECOND } from '#src/core/clock.ts'
import { refused } from './errors.ts'

/**
 * The id of a signing at the service, with our ids of the signatories in the service's order. Needed because
 * the service does not store our ids with a contract.
 */
export interface FlowIds {
  flowId: string
  signatories: string[]
}

export function remoteIdOf({ flowId, signatories }: FlowIds): string {
  const hex = signatories.join('').replaceAll('-', '')
  return `${flowId}.${Buffer.from(hex, 'hex').toString('base64url')}`
}

/** Throws a ProviderError 'refused' for an id that is not of this form. */
export function flowIdsOf(remoteId: string): FlowIds {
  const [flowId = '', ids = ''] = remoteId.split('.')
  const hex = Buffer.from(ids, 'base64url').toString('hex')
  const signatories = [...hex.matchAll(UUID)].map(([, ...parts]) => parts.slice(0, 5).join('-'))
  if (!flowId || signatories.length === 0 || hex.length !== signatories.length * HEX_DIGITS)
    throw refused('not-our-id', 'This is no id of a signing at this service')
  return { flowId, signatories }
}

const UUID = /(.{8})(.{4})(.{4})(.{4})(.{12})/g
const HEX_DIGITS = 32

/** The service's name for the signatory at this position, from 0; people can see it. */
export const roleNameOf = (position: number) => `签署人${position + 1}`

const UserData = v.union([
  v.strictObject({ signing: v.string(), signatories: v.array(v.pipe(v.string(), v.uuid())) }),
  v.strictObject({ flow: v.string() }),
])

export type UserData = v.InferOutput<typeof UserData>

/** The data that the service returns unchanged in its callbacks. */
export const userDataOf = (data: UserData): string => Buffer.from(JSON.stringify(data)).toString('base64')

/** Null if the data is not ours. */
export function readUserData(text: string): UserData | null {
  try {
    const parsed = v.safeParse(UserData, JSON.parse(Buffer.from(text, 'base64').toString('utf8')))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** A company that is certifying itself: its registration number, and when its URL stops working. */
export interface AuthorisationFlow {
  registrationNumber: string
  until: Date
}

export const flowOf = ({ registrationNumber, until }: AuthorisationFlow): string =>
  `${registrationNumber}:${Math.floor(until.getTime() / SECOND)}`

export function authorisationFlowOf(flow: string): AuthorisationFlow {
  const [, registrationNumber, seconds] = /^([0-9A-Z]{8,20}):(\d{10})$/.exec(flow) ?? []
  if (!registrationNumber) throw refused('not-our-id', 'This is no authorisation at this service')
  return { registrationNumber, until: new Date(Number(seconds) * SECOND) }
}

export const isOver = ({ until }: AuthorisationFlow) => until.getTime() < now().getTime()
