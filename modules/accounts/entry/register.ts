import '../events.ts'
import * as v from 'valibot'
import type { Locale } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import type { Values } from '#src/http/body.ts'
import { emit } from '#src/jobs/module-events.ts'
import { createAccount, createTeam } from '../account.ts'
import {
  Agreement,
  Code,
  CompanyName,
  Email,
  Mobile,
  Name,
  NewPassword,
  PersonIdentity,
  readTwice,
  shortText,
  Username,
} from '../account-rules.ts'
import { hashPassword } from '../password/password.ts'
import { refuseWeakPassword } from '../password/password-policy.ts'
import { withVerificationCode } from './codes/verification-code.ts'
import type { UnboundLogin } from './social/attempt.ts'
import { bindFoundLogin } from './social/binding.ts'

const CommonFields = {
  username: Username,
  password: NewPassword,
  confirmPassword: v.pipe(v.optional(v.string(), ''), v.nonEmpty('common.problem.required')),
  code: Code,
  companyName: CompanyName,
  department: Name,
  name: Name,
  identity: PersonIdentity,
  agreement: Agreement,
}

/** An individual has neither company name nor department. */
const IndividualFields = { ...CommonFields, companyName: shortText(120), department: shortText(60) }

const EmailChannel = { channel: v.literal('email'), email: Email }
const MobileChannel = { channel: v.literal('mobile'), mobile: Mobile }

const companyForms = {
  email: v.object({ ...CommonFields, ...EmailChannel }),
  mobile: v.object({ ...CommonFields, ...MobileChannel }),
}
const individualForms = {
  email: v.object({ ...IndividualFields, ...EmailChannel }),
  mobile: v.object({ ...IndividualFields, ...MobileChannel }),
}

export type RegistrationForm =
  | v.InferOutput<typeof companyForms.email>
  | v.InferOutput<typeof companyForms.mobile>

/** Checks the whole form for its channel, and reports all its problems together. */
export function readRegistration(values: Values) {
  const forms = values.identity === 'individual' ? individualForms : companyForms
  return readTwice<RegistrationForm>(values.channel === 'mobile' ? forms.mobile : forms.email, values)
}

interface NewRegistration {
  visitor: string
  locale: Locale
  unboundLogin: UnboundLogin | null
}

/**
 * Creates a team and its first account, the administrator, and binds the social account of the login. Throws
 * PASSWORD_TOO_COMMON, VERIFICATION_COED_ERROR, or the error of a value that is taken. The last comes only
 * after a right code, so only the owner of the address learns it; the code can then be used again.
 */
export async function register(db: Db, form: RegistrationForm, newcomer: NewRegistration): Promise<string> {
  const { visitor, locale, unboundLogin } = newcomer
  const email = form.channel === 'email' ? form.email : null
  const mobile = form.channel === 'mobile' ? form.mobile : null
  const { username, name, identity, department } = form
  const companyName = identity === 'individual' ? name : form.companyName
  refuseWeakPassword(form.password, { username, name, teamName: companyName, email, mobile })
  const address = email ?? mobile ?? ''
  // Hashes the password before the transaction, because hashing is slow and would occupy a connection.
  const passwordHash = await hashPassword(form.password)
  return withVerificationCode(db, { purpose: 'register', address, visitor }, form.code, async (trx) => {
    const teamId = await createTeam(trx, companyName)
    await emit(trx, 'team-registered', { teamId })
    const account = { username, email, mobile, name, identity, department, passwordHash, locale }
    const id = await createAccount(trx, teamId, { ...account, role: 'admin', tour_due: true })
    if (unboundLogin) await bindFoundLogin(trx, id, unboundLogin)
    if (email) await emit(trx, 'email-proved', { accountId: id, email })
    if (mobile) await emit(trx, 'mobile-proved', { accountId: id, mobile })
    return id
  })
}
