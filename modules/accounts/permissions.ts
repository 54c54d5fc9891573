import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import {
  type PackageCode,
  type Permission,
  type Role,
  STAFF_ROLES,
  type StaffRole,
  type Viewer,
} from '#src/core/viewer.ts'

const DRAFTING = ['document.create', 'document.finalise', 'document.sign'] as const

/**
 * Permissions that an administrator may grant to a member. `team.documents` shows the documents of
 * colleagues, `team.orders` their orders and invoices, `seal.use` sets the team's seals on documents.
 */
export const GRANTABLE = [
  ...DRAFTING,
  'team.documents',
  'team.orders',
  'seal.use',
] as const satisfies Permission[]

export type Grant = (typeof GRANTABLE)[number]

const ADMIN_PERMISSIONS: Permission[] = [
  ...DRAFTING,
  'team.documents',
  'team.orders',
  'team.edit',
  'seal.use',
  // Members can also be removed without a plan, after it has ended.
  'member.remove',
  'order.create',
  'order.monthly',
]
/** `desk.accounts` shows accounts, `desk.moderation` changes them. */
const DESK: Record<StaffRole, Permission[]> = {
  support: ['desk.accounts', 'desk.moderation', 'desk.support', 'desk.operations'],
  finance: ['desk.accounts', 'desk.finance'],
  publisher: ['desk.templates'],
  lead: [
    'desk.accounts',
    'desk.moderation',
    'desk.support',
    'desk.finance',
    'desk.templates',
    'desk.operations',
    'desk.staff',
  ],
}

/** The roles of staff that have a permission. */
export const rolesWith = (permission: Permission): StaffRole[] =>
  STAFF_ROLES.filter((role) => DESK[role].includes(permission))

export const deskPermissions = (roles: readonly StaffRole[]): Permission[] => [
  ...new Set(['desk.enter', ...roles.flatMap((role) => DESK[role])] as const),
]

export const MONTHLY_PLANS: readonly PackageCode[] = ['basic', 'professional', 'enterprise', 'customised']

export const isMonthly = (code: PackageCode): boolean => MONTHLY_PLANS.includes(code)

/**
 * The plan in effect: a plan that has ended counts as the free demo, or as single documents if some have
 * been bought.
 */
export function effectivePackage(code: PackageCode, endsAt: Date | null, singles: boolean): PackageCode {
  const plan = endsAt && endsAt <= now() ? 'free' : code
  return plan === 'free' && singles ? 'single' : plan
}

const BOTH_TYPES: Permission[] = ['template.type_1', 'template.type_2']
/** The types of template in each package; for single documents the usage ledger decides. */
const TYPES_IN_PACKAGE: Record<PackageCode, Permission[]> = {
  free: [],
  single: BOTH_TYPES,
  basic: ['template.type_1'],
  professional: BOTH_TYPES,
  enterprise: BOTH_TYPES,
  customised: BOTH_TYPES,
}

interface PermissionFacts {
  role: Role
  staffRoles: readonly StaffRole[]
  grants: readonly Permission[]
  package: PackageCode
  /** Whether single documents have been bought; the usage ledger contains their types. */
  singles: boolean
}

/** The permissions of an active account, by its role, its grants, and the team's plan in effect. */
export function permissionsOf({
  role,
  staffRoles,
  grants,
  package: plan,
  singles,
}: PermissionFacts): readonly Permission[] {
  if (role === 'agent') return deskPermissions(staffRoles)
  const typePermissions = singles ? BOTH_TYPES : TYPES_IN_PACKAGE[plan]
  if (role === 'member')
    return [...GRANTABLE.filter((one) => grants.includes(one)), 'order.create', ...typePermissions]
  return isMonthly(plan)
    ? [...ADMIN_PERMISSIONS, 'member.invite', ...typePermissions]
    : [...ADMIN_PERMISSIONS, ...typePermissions]
}

/** Throws ACCESS_DENIED unless the viewer has the permission. */
export function requirePermission(viewer: Viewer, permission: Permission) {
  if (!viewer.permissions.includes(permission)) throw new AppError('ACCESS_DENIED')
}
