import type { SecurityEvent } from '#src/auth/security-event.ts'
import type { MessageKey } from '#views/language/messages.ts'

type Detail = MessageKey<'security.events.detail'>
type Reason = MessageKey<'security.events.reason'>

/** Details that have their own text; any other detail repeats the kind of its event. */
const DETAILS: readonly Detail[] = [
  'password',
  'mobile',
  'email',
  'passkey',
  'social',
  'sso',
  'register',
  'forgot-password',
  'totp',
  'recovery',
  'lost',
  'own-password',
  'own-email',
  'own-mobile',
  'sign',
  'review',
  'bind-social',
  'unbind-social',
  'add-factor',
  'rename-factor',
  'remove-factor',
  'make-recovery-codes',
  'create-api-key',
  'revoke-api-key',
  'create-webhook',
  'change-webhook',
  'rotate-webhook',
  'remove-webhook',
  'create-sso',
  'change-sso',
  'remove-sso',
  'link-sso',
  'unlink-sso',
  'use-recovery-code',
  'remember-device',
  'forget-device',
  'forget-devices',
  'require-factors',
  'waive-factors',
  'end-session',
  'end-other-sessions',
  'end-sessions',
  'log-out',
  'join',
  'grant',
  'leave',
  'archive',
  'handed-over',
  'disable',
  'freeze',
  'exception',
  'restore',
  'correct',
  'erase',
  'hand-over',
  'reset-factors',
  'invite-staff',
  'withdraw-staff',
  'join-staff',
  'change-staff',
  'remove-staff',
  'suspend-staff',
  'resume-staff',
]

const REASONS: Record<string, Reason> = {
  LOGIN_INVALID: 'LOGIN_INVALID',
  ORIGIN_PASSWORD_ERROR: 'ORIGIN_PASSWORD_ERROR',
  CAPTCHA_VERIFICATION_COED_ERROR: 'CAPTCHA',
  CAPTCHA_PROOF_MISSING: 'CAPTCHA',
  EMAIL_NOT_EXISTS: 'NO_ACCOUNT',
  MOBILE_NOT_EXISTS: 'NO_ACCOUNT',
  ACCOUNT_DISABLE: 'BLOCKED',
  ACCOUNT_EXCEPTION: 'BLOCKED',
  ACCOUNT_FREEZE_OR_DEACTIVATE: 'BLOCKED',
  ACCESS_DENIED: 'NO_PERMISSION',
  NOT_FOUND: 'NOT_FOUND',
  MEMBER_NOT_EXISTS: 'NOT_FOUND',
  ACCESS_CHECK: 'LOGIN_OVER',
  F_GET_TOKEN_FAILED: 'LOGIN_OVER',
  F_REFRESH_TOKEN_FAILED: 'LOGIN_OVER',
}

/** Keys below `security.events` for the details of an event. */
export function detailKeys({
  kind,
  detail,
}: Pick<SecurityEvent, 'kind' | 'detail'>): MessageKey<'security.events'>[] {
  if (kind === 'contact') return detail === 'email' ? ['detail.new-email'] : ['detail.new-mobile']
  return detail.split(' ').flatMap((code) => {
    const knownDetail = DETAILS.find((one) => one === code)
    if (knownDetail) return code === kind ? [] : [`detail.${knownDetail}` as const]
    // These details are also kinds of events.
    const isNamed = !/^[A-Z]/.test(code) || kind === 'locked-out' || kind === 'code-misused'
    return isNamed ? [] : [`reason.${REASONS[code] ?? 'OTHER'}` as const]
  })
}
