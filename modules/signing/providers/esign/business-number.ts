import type { IdentityLevel, RemoteSignatory } from '../remote/service.ts'
import { levelOf } from './account.ts'

/**
 * The number that each field of a signatory has at the service: our id and how they are identified, which the
 * detail of a signing does not say.
 */
export const businessNumberOf = (signatory: RemoteSignatory) => `${signatory.id}_${levelOf(signatory)}`

const NUMBER = /^([^_]+)_(email|phone|real-name)$/

/** Null for a field that was added at the service. */
export function readBusinessNumber(text: string): { id: string; level: IdentityLevel } | null {
  const [, id, level] = NUMBER.exec(text) ?? []
  return id ? { id, level: level as IdentityLevel } : null
}
