import { AppError } from '#src/errors.ts'
import type { Operation, Role, Viewer } from '#src/viewer.ts'

const DRAFTING: Operation[] = ['document.create', 'document.finalise', 'document.sign']

/** What each role may do. `team.documents` lets an administrator see what the members draft. */
const BY_ROLE: Record<Role, readonly Operation[]> = {
  admin: [...DRAFTING, 'team.documents'],
  member: DRAFTING,
  agent: ['desk.enter'],
}

export function operationsOf(role: Role): readonly Operation[] {
  return BY_ROLE[role]
}

/** Throws ACCESS_DENIED unless the viewer has the operation. */
export function requireOperation(viewer: Viewer, operation: Operation) {
  if (!viewer.operations.includes(operation)) throw new AppError('ACCESS_DENIED')
}
