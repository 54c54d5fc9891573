import type { IdentityLevel, RemoteSignatory } from '../remote/service.ts'
import { levelOf } from './account.ts'

/**
 * The number of a signatory's fields at the service. It contains our id and how the signatory is identified,
 * which the service does not report.
 */
export const businessNumberOf = (signatory: RemoteSignatory) => `${signatory.id}_${levelOf(signatory)}`

const NUMBER = /^([^_]+)_(email|phone|real-name)$/

/** Null for a field that was added at the service. */
export function readBusinessNumber(text: string): { id: string; level: IdentityLevel } | null {
  const [, id, level] = NUMBER.exec(text) ?? []
  return id ? { id, level: level as IdentityLevel } : null
}
