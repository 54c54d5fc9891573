import { ProviderError, type ProviderErrorKind } from '../remote/provider-error.ts'

/** The authorisation that we query was deleted at the service. */
export const AUTHORISATION_DELETED = 'FailedOperation.AuthorizationInfoHasBeenDeleted'

/** Codes of the service, or the beginnings of codes; the longest match counts. */
const KINDS: [ProviderErrorKind, string[]][] = [
  [
    'unavailable',
    [
      'InternalError',
      'RequestLimitExceeded',
      'FailedOperation.RequestLimitExceeded',
      'ResourceUnavailable',
      'ResourceInsufficient',
      'ResourceInUse',
      'ServiceUnavailable',
    ],
  ],
  [
    'misconfigured',
    [
      'ActionOffline',
      'AuthFailure',
      'FailedOperation.BalanceNotEnough',
      'FailedOperation.LicenseNoQuota',
      'InvalidAction',
      'InvalidParameter.InvalidOperatorId',
      'InvalidParameter.JumpUrl',
      'IpInBlacklist',
      'IpNotInWhitelist',
      'LimitExceeded',
      'NoSuchProduct',
      'NoSuchVersion',
      'OperationDenied.CcForbid',
      'OperationDenied.NoApiAuth',
      'OperationDenied.NoApproverMobileCheckPermission',
      'OperationDenied.NoFlowPermission',
      'OperationDenied.NoIdentityVerify',
      'OperationDenied.NoLogin',
      'OperationDenied.NoPermissionUseResource',
      'OperationDenied.NoQuota',
      'OperationDenied.OperatorHasNoPermission',
      'OperationDenied.OverseaAbilityNotOpen',
      'OperationDenied.ProveNoQuota',
      'OperationDenied.UserNotInOrganization',
      'OperationDenied.WhiteListForbid',
      'UnauthorizedOperation',
      'UnsupportedRegion',
    ],
  ],
  ['not-ready', ['FailedOperation.FlowHasNoDocument', 'OperationDenied.DocumentNoAvailable']],
  ['unauthorised', [AUTHORISATION_DELETED, 'OperationDenied.OrganizationNotActivated']],
  [
    'refused',
    [
      'FailedOperation',
      'InvalidParameter',
      'InvalidRequest',
      'MissingParameter',
      'OperationDenied',
      'RequestSizeLimitExceeded',
      'ResourceNotFound',
      'UnknownParameter',
      'UnsupportedOperation',
    ],
  ],
]

/** The kind of an error code; unknown codes count as temporary. */
export function kindOf(code: string): ProviderErrorKind {
  const matches = KINDS.flatMap(([kind, codes]) => codes.map((one) => ({ kind, one })))
    .filter(({ one }) => code.startsWith(one))
    .sort((a, b) => b.one.length - a.one.length)
  return matches[0]?.kind ?? 'unavailable'
}

/** An answer that does not have the documented shape. */
export const unexpected = (what: string) => new ProviderError('unavailable', 'unexpected-answer', what)

/** An order that the service can never accept. */
export const refused = (code: string, message: string) => new ProviderError('refused', code, message)
