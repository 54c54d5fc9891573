import type * as v from 'valibot'
import type { Call } from '../services/server.ts'
import { parseBody, Refusal } from './envelope.ts'
import { newId } from './flows.ts'
import { InstitutionAuthRequest, PersonAuthRequest } from './shapes.ts'

export interface Authorisation {
  flow: string
  /** 0 lapsed, 1 granted, 2 under way, 3 refused. */
  status: 0 | 1 | 2 | 3
  /** The request as text; the same request gets the same flow. */
  text: string
  scopes: string[]
  /** The name of the person whose authorisation is requested. */
  sender: string
  notifyUrl: string
  /** The address to which the browser returns after the authorisation. */
  returnUrl: string
  psnId: string
  orgId: string | null
  from: Date
  until: Date | null
}

function senderIn(read: v.InferOutput<typeof InstitutionAuthRequest | typeof PersonAuthRequest>): string {
  if ('orgAuthConfig' in read) return read.orgAuthConfig.orgName
  return 'psnInfo' in read.psnAuthConfig ? read.psnAuthConfig.psnInfo.psnName : ''
}

/** The authorisations of the application, granted and requested. */
export function createAuthorisations(base: () => string) {
  const flows = new Map<string, Authorisation>()
  const addressOf = (flow: string) => `${base()}/auth?flow=${flow}`

  function ask({ url, body }: Call) {
    const isInstitution = url.pathname === '/v3/org-auth-url'
    const text = body.toString('utf8')
    const known = [...flows.values()].find((one) => one.text === text && one.status === 2)
    const read = parseBody(isInstitution ? InstitutionAuthRequest : PersonAuthRequest, body)
    const authorisation: Authorisation = known ?? {
      flow: newId(),
      status: 2,
      text,
      scopes: read.authorizeConfig.authorizedScopes,
      sender: senderIn(read),
      notifyUrl: read.notifyUrl,
      returnUrl: read.redirectConfig.redirectUrl,
      psnId: newId(),
      orgId: isInstitution ? newId() : null,
      from: new Date(0),
      until: null,
    }
    flows.set(authorisation.flow, authorisation)
    const authUrl = addressOf(authorisation.flow)
    return {
      authFlowId: authorisation.flow,
      authUrl,
      authShortUrl: `https://t.esign.cn/${authorisation.flow.slice(0, 6)}`,
    }
  }

  function find(flow: string): Authorisation {
    const flowState = flows.get(flow)
    if (!flowState) throw new Refusal(1450007, '授权流程id不存在')
    return flowState
  }

  const infoOf = ({ scopes, from, until }: Authorisation) =>
    scopes.map((authorizedScope) => ({
      authorizedScope,
      effectiveTime: from.getTime(),
      expireTime: until?.getTime() ?? null,
    }))

  function show(flow: string) {
    const one = find(flow)
    return {
      authType: one.orgId ? 'ORG' : 'PSN',
      realNameOrWillingness: 'willingness',
      realNameStatus: one.status === 1 ? 1 : 0,
      authorizedStatus: one.status,
      authUrl: addressOf(flow),
      authInfo: { willingnessAuthModes: ['CODE_SMS'], psnAuthMode: null, orgAuthMode: null },
      person: one.status === 1 ? { psnId: one.psnId, psnAccount: null, psnInfo: null } : null,
      organization: one.status === 1 && one.orgId ? { orgId: one.orgId, orgName: null, orgInfo: null } : null,
      authorizedInfo: one.status === 1 ? infoOf(one) : [],
    }
  }

  /** Whether an account allows the application to start signings in its name at this time. */
  function checkInitiator(id: string, scope: string, now: Date) {
    const isGranted = [...flows.values()].some(
      ({ status, psnId, orgId, scopes, from, until }) =>
        status === 1 &&
        [psnId, orgId].includes(id) &&
        scopes.includes(scope) &&
        from <= now &&
        (!until || until > now),
    )
    if (!isGranted) throw new Refusal(1436116, `用户:${id}未授权:${scope}`)
  }

  return { flows, ask, find, show, infoOf, checkInitiator }
}
