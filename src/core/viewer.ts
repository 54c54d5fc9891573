export type Role = 'admin' | 'member' | 'agent'

/** The roles of staff; a lead has all permissions and manages staff. */
export const STAFF_ROLES = ['support', 'finance', 'publisher', 'lead'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

export type PackageCode = 'free' | 'single' | 'basic' | 'professional' | 'enterprise' | 'customised'

/** The logged-in user. Every query takes the viewer, and returns only what the viewer may see. */
export interface Viewer {
  id: string
  teamId: string
  teamName: string
  username: string
  name: string
  email: string | null
  mobile: string | null
  role: Role
  /** The current package. */
  package: PackageCode
  permissions: readonly Permission[]
  /** Whether a second factor is set up; `due` if the user must set one up before anything else. */
  secondFactor: 'set' | 'none' | 'due'
}

/** Permission codes: what an account may do, by its role, grants, plan and state. */
export type Permission =
  | 'document.create'
  | 'document.finalise'
  | 'document.sign'
  | 'template.type_1'
  | 'template.type_2'
  | 'team.documents'
  | 'team.orders'
  | 'team.edit'
  | 'seal.use'
  | 'member.invite'
  | 'member.remove'
  | 'order.create'
  | 'order.monthly'
  | 'desk.enter'
  | 'desk.accounts'
  | 'desk.moderation'
  | 'desk.support'
  | 'desk.finance'
  | 'desk.templates'
  | 'desk.operations'
  | 'desk.staff'

/** The audiences of announcements; the labels are under `announcements.audience` in the locales. */
export const AUDIENCES = ['everybody', 'paying', 'administrators'] as const
export type Audience = (typeof AUDIENCES)[number]

/** Whether the viewer belongs to an audience. */
export function belongsTo(viewer: Pick<Viewer, 'package' | 'role'>, audience: Audience): boolean {
  if (audience === 'paying') return viewer.package !== 'free' && viewer.role !== 'agent'
  return audience === 'everybody' || viewer.role === 'admin'
}
