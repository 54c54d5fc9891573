export type Role = 'admin' | 'member' | 'agent'

export type PackageCode = 'free' | 'single' | 'basic' | 'professional' | 'enterprise' | 'customised'

/** Whoever is at the screen; every find takes one, and sees through it. */
export interface Viewer {
  id: string
  teamId: string
  teamName: string
  username: string
  name: string
  email: string | null
  mobile: string | null
  role: Role
  /** The plan in effect now. */
  package: PackageCode
  permissions: readonly Permission[]
}

/** The authorisation codes: what an account may do, resolved from role, grants, plan and state. */
export type Permission =
  | 'document.create'
  | 'document.finalise'
  | 'document.sign'
  | 'template.type_1'
  | 'template.type_2'
  | 'team.documents'
  | 'team.edit'
  | 'member.invite'
  | 'member.remove'
  | 'order.create'
  | 'order.monthly'
  | 'desk.enter'
  | 'desk.accounts'
