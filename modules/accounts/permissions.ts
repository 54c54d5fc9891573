import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Operation, PackageCode, Role, Viewer } from '#src/core/viewer.ts'

const DRAFTING: Operation[] = ['document.create', 'document.finalise', 'document.sign']

/** What an administrator may grant to a member. `team.documents` shows what the others of the team draft. */
export const GRANTABLE: readonly Operation[] = [...DRAFTING, 'team.documents']

const LEADING: Operation[] = [
  ...DRAFTING,
  'team.documents',
  'team.edit',
  // Also without a plan: whoever let it end must be able to send the members home.
  'member.remove',
  'order.create',
  'order.monthly',
]
const DESK: Operation[] = ['desk.enter', 'desk.accounts']

export const MONTHLY_PLANS: readonly PackageCode[] = ['basic', 'professional', 'enterprise', 'customised']

export const isMonthly = (code: PackageCode): boolean => MONTHLY_PLANS.includes(code)

/** The plan in effect: one that has ended counts as the free demo. */
export function effectivePackage(code: PackageCode, endsAt: Date | null): PackageCode {
  return endsAt && endsAt <= now() ? 'free' : code
}

/** The types of template a plan opens; of single documents, the uses say which. */
const BOTH: Operation[] = ['template.type_1', 'template.type_2']
const BOUGHT: Record<PackageCode, Operation[]> = {
  free: [],
  single: BOTH,
  basic: ['template.type_1'],
  professional: BOTH,
  enterprise: BOTH,
  customised: BOTH,
}

interface Standing {
  role: Role
  grants: readonly Operation[]
  package: PackageCode
}

/** The operations of an active account: by its role, what it was granted, and the team's plan in effect. */
export function operationsOf({ role, grants, package: plan }: Standing): readonly Operation[] {
  if (role === 'agent') return DESK
  const bought = BOUGHT[plan]
  if (role === 'member')
    return [...GRANTABLE.filter((one) => grants.includes(one)), 'order.create', ...bought]
  return isMonthly(plan) ? [...LEADING, 'member.invite', ...bought] : [...LEADING, ...bought]
}

/** Throws ACCESS_DENIED unless the viewer has the operation. */
export function requireOperation(viewer: Viewer, operation: Operation) {
  if (!viewer.operations.includes(operation)) throw new AppError('ACCESS_DENIED')
}
