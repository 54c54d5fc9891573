export type Role = 'admin' | 'member' | 'agent'

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
  operations: readonly Operation[]
}

export type Operation =
  | 'document.create'
  | 'document.finalise'
  | 'document.sign'
  | 'team.documents'
  | 'desk.enter'
