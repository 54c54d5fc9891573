export {
  accountNames,
  authenticate,
  findMailbox,
  findRefusal,
  findViewer,
  foundTeam,
  openAccount,
} from './account.ts'
export { showCodesIn } from './code-routes.tsx'
export { sessionToken } from './cookies.ts'
export { DEMO_CAST } from './demo-cast.ts'
export { forgetOldEntries } from './housekeeping.ts'
export { requireOperation } from './operations.ts'
export { hashPassword } from './password.ts'
export { refuseWeakPassword } from './password-policy.ts'
export { accountRoutes } from './routes.tsx'
export { bindSocial, findBinding, unbindSocial } from './social/binding.ts'
