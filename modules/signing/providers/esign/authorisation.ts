import * as v from 'valibot'
import { now } from '#src/core/clock.ts'
import { pageAddress } from '../page-address.ts'
import type { RemoteAuthorisation, RemoteSender } from '../remote/service.ts'
import { accountOfSender, organisationOf } from './account.ts'
import { Id } from './client.ts'
import { refused, unavailable } from './errors.ts'

/** Only what we do in a sender's name, because a sender may refuse anything else. */
const PERSON_SCOPES = ['psn_initiate_sign']
const INSTITUTION_SCOPES = ['org_initiate_sign', 'psn_initiate_sign']

export const authorisationPage = (host: string) => v.object({ authFlowId: Id, authUrl: pageAddress(host) })

interface ReturnAddresses {
  callbackUrl: string
  returnUrl: string
}

/** The call for the page on which a sender authorises us. */
export function authorisationCall(sender: RemoteSender, urls: ReturnAddresses, withEvidence: boolean) {
  const account = accountOfSender(sender)
  const person = account && { psnAccount: account.psnAccount, psnInfo: { psnName: sender.name } }
  const sharedFields = {
    redirectConfig: { redirectUrl: urls.returnUrl },
    notifyUrl: urls.callbackUrl,
    clientType: 'ALL',
  }
  if (sender.as === 'individual') {
    const authorizedScopes = [...PERSON_SCOPES, withEvidence && 'apply_psn_evidence'].filter(Boolean)
    const body = { psnAuthConfig: person ?? {}, authorizeConfig: { authorizedScopes }, ...sharedFields }
    return { path: '/v3/psn-auth-url', body }
  }
  if (!sender.organisation) throw refused('organisation', 'The sender has no organisation')
  const authorizedScopes = [...INSTITUTION_SCOPES, withEvidence && 'apply_org_evidence'].filter(Boolean)
  const orgAuthConfig = { ...organisationOf(sender.organisation), ...(person && { transactorInfo: person }) }
  return {
    path: '/v3/org-auth-url',
    body: { orgAuthConfig, authorizeConfig: { authorizedScopes }, ...sharedFields },
  }
}

const Granted = v.object({
  authorizedScope: v.string(),
  effectiveTime: v.nullish(v.number()),
  expireTime: v.nullish(v.number()),
})

export const AuthorisationFlow = v.object({
  authType: v.nullish(v.string()),
  authorizedStatus: v.number(),
  person: v.nullish(v.object({ psnId: v.nullish(Id) })),
  organization: v.nullish(v.object({ orgId: v.nullish(Id) })),
  authorizedInfo: v.nullish(v.array(Granted)),
})

export function authorisationOf(flow: v.InferOutput<typeof AuthorisationFlow>): RemoteAuthorisation {
  if (flow.authorizedStatus === 0) return { state: 'lapsed', reason: null }
  if (flow.authorizedStatus === 1) return grantedOf(flow)
  if (flow.authorizedStatus === 2) return { state: 'pending' }
  if (flow.authorizedStatus === 3) return { state: 'refused', reason: null }
  throw unavailable('state', `An authorisation has an unknown state: ${flow.authorizedStatus}`)
}

/** The period in which all required scopes are granted. */
function grantedOf(flow: v.InferOutput<typeof AuthorisationFlow>): RemoteAuthorisation {
  const orgId = flow.organization?.orgId
  const psnId = flow.person?.psnId
  if (!psnId) throw unavailable('shape', 'A granted authorisation names nobody')
  const neededScopes = orgId ? INSTITUTION_SCOPES : PERSON_SCOPES
  const grants = flow.authorizedInfo ?? []
  const missingScopes = neededScopes.filter(
    (scope) => !grants.some(({ authorizedScope }) => authorizedScope === scope),
  )
  if (missingScopes.length) return { state: 'refused', reason: `Not granted: ${missingScopes.join(', ')}` }
  const neededGrants = grants.filter(({ authorizedScope }) => neededScopes.includes(authorizedScope))
  const endTimes = neededGrants.flatMap(({ expireTime }) => expireTime ?? [])
  const until = endTimes.length ? new Date(Math.min(...endTimes)) : null
  if (until && until <= now()) return { state: 'lapsed', reason: null }
  const startTimes = neededGrants.flatMap(({ effectiveTime }) => effectiveTime ?? [])
  const from = startTimes.length ? new Date(Math.max(...startTimes)) : null
  return { state: 'granted', reference: orgId ? `org:${orgId}:${psnId}` : `psn:${psnId}`, from, until }
}

/** The initiator of a signing, taken from the reference of a granted authorisation. */
export function initiatorOf(reference: string): object {
  const [kind, firstId, secondId] = reference.split(':')
  if (kind === 'psn' && firstId) return { psnInitiator: { psnId: firstId } }
  if (kind === 'org' && firstId && secondId)
    return { orgInitiator: { orgId: firstId, transactor: { psnId: secondId } } }
  throw refused('reference', 'The reference of the sender is not one of this service')
}
