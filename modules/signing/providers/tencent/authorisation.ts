import * as v from 'valibot'
import { DAY, fromNow } from '#src/core/clock.ts'
import { pageAddress } from '../page-address.ts'
import { ProviderError } from '../remote/provider-error.ts'
import type { RemoteAuthorisation, RemoteSender } from '../remote/service.ts'
import type { Call } from './calls.ts'
import { AUTHORISATION_DELETED, refused, unexpected } from './errors.ts'
import { authorisationFlowOf, flowOf, isOver, userDataOf } from './ids.ts'
import { organisationName } from './order.ts'
import type { TencentSettings } from './settings.ts'

/** How long the service's certification URL works. */
const URL_LIFETIME = 30 * DAY

/** The ways of certification: by the legal representative, or by a letter and a bank transfer. */
const CERTIFICATION_WAYS = [2, 5]
const CERTIFIED = 3

/**
 * The URL at which a company certifies itself at the service. People certify themselves when they sign,
 * because an earlier check would require their identity card number.
 */
export async function authorise(
  call: Call,
  { api, operator }: Pick<TencentSettings, 'api' | 'operator'>,
  { as, organisation, name, phone }: RemoteSender,
  returnUrl: string,
): Promise<{ flow: string; url: string }> {
  if (as === 'individual') throw refused('individual-sender', 'Only companies are certified beforehand')
  if (!organisation) throw refused('organisation', 'The company of the sender is not known')
  const flow = flowOf({ registrationNumber: organisation.registrationNumber, until: fromNow(URL_LIFETIME) })
  authorisationFlowOf(flow)
  const [, mobile] = /^\+86(1[3-9]\d{9})$/.exec(phone ?? '') ?? []
  const request = {
    Operator: { UserId: operator },
    AuthorizationTypes: CERTIFICATION_WAYS,
    OrganizationName: organisationName(organisation.name),
    OrganizationNameSame: true,
    UniformSocialCreditCode: organisation.registrationNumber,
    UniformSocialCreditCodeSame: true,
    AdminName: name,
    ...(mobile && { AdminMobile: mobile }),
    Endpoint: 'PC',
    JumpEvents: [{ JumpEventType: CERTIFIED, JumpUrl: returnUrl }],
    UserData: userDataOf({ flow }),
  }
  const { AuthUrl } = await call(
    'CreateOrganizationAuthUrl',
    request,
    v.object({ AuthUrl: pageAddress(api) }),
  )
  return { flow, url: AuthUrl }
}

const Status = v.object({
  AuthStatus: v.picklist([0, 1, 2]),
  OrganizationId: v.optional(v.nullable(v.string())),
  AuthRecords: v.optional(
    v.nullable(
      v.array(
        v.object({
          AuditStatus: v.optional(v.nullable(v.number())),
          Reason: v.optional(v.nullable(v.string())),
        }),
      ),
    ),
  ),
})

const [DONE, REJECTED] = [2, 2]

/** The service does not report the period of a company's certification. */
export async function authorisation(
  call: Call,
  operator: string,
  flow: string,
): Promise<RemoteAuthorisation> {
  const authorisationFlow = authorisationFlowOf(flow)
  const request = {
    Operator: { UserId: operator },
    UniformSocialCreditCode: authorisationFlow.registrationNumber,
  }
  const status = await call('DescribeOrganizationAuthStatus', request, Status).catch((error) => {
    if (error instanceof ProviderError && error.code === AUTHORISATION_DELETED) return null
    throw error
  })
  if (!status) return { state: 'lapsed', reason: null }
  if (status.AuthStatus === DONE) {
    if (!status.OrganizationId) throw unexpected('a certified company without an id')
    return { state: 'granted', reference: status.OrganizationId, from: null, until: null }
  }
  const records = status.AuthRecords ?? []
  const lastRecord = records.at(-1)
  if (lastRecord && records.every(({ AuditStatus }) => AuditStatus === REJECTED))
    return { state: 'refused', reason: lastRecord.Reason || null }
  return isOver(authorisationFlow) ? { state: 'lapsed', reason: null } : { state: 'pending' }
}
