import * as v from 'valibot'
import { isPublicAddress } from '#src/http/services/public-address.ts'

const WELL_KNOWN = /\/\.well-known\/openid-configuration$/

/** The issuer without what people often copy with it: spaces, and the path of its configuration. */
const asIssuer = (text: string) => text.split(/[?#]/)[0]!.replace(WELL_KNOWN, '')

const requiredText = (max: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(max, 'common.problem.tooLong'),
  )

export const ConnectionForm = v.pipe(
  v.object({
    issuer: v.pipe(
      requiredText(500),
      v.transform(asIssuer),
      v.check(isPublicAddress, 'sso.problem.address'),
      v.transform((text) => new URL(text).href),
    ),
    clientId: requiredText(300),
    /** Empty to leave the stored secret unchanged. */
    secret: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(1000, 'common.problem.tooLong')),
    addsMembers: v.optional(v.string()),
  }),
  v.transform((form) => ({ ...form, addsMembers: form.addsMembers === 'yes' })),
)

export type ConnectionInput = v.InferOutput<typeof ConnectionForm>

/** An internet domain name in ASCII. */
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

function asDomain(text: string): string {
  const name = text.toLowerCase().split('@').at(-1)!.replace(/\.$/, '')
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name
}

export const DomainForm = v.object({
  domain: v.pipe(requiredText(253), v.transform(asDomain), v.regex(DOMAIN, 'sso.problem.domainFormat')),
})
