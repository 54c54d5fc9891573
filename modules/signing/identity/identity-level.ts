import type { Elements } from '#modules/real-name/index.ts'
import type { MessageKey } from '#views/language/messages.ts'
import type { IdentityLevel } from '../providers/remote/service.ts'
import type { Identification, RealNameState } from '../schema.ts'

/** The facts about a signatory's identity; null or undefined if unknown. */
export interface KnownIdentity {
  /** Where the signatory received the code that was entered. */
  code?: Identification | null
  /** The level that another company's e-sign service reported. */
  service?: IdentityLevel | null
  realName?: { elements: Elements; state: RealNameState } | null
}

/** The locale keys of a signatory's identity levels, for all pages and papers that show them. */
export function levelKeys({ code, service, realName }: KnownIdentity): MessageKey<'signing.level'>[] {
  return [
    ...(code ? ([`code.${code}`] as const) : []),
    ...(service ? ([`service.${service}`] as const) : []),
    ...(realName?.state === 'passed' ? ([`realName.${realName.elements}`] as const) : []),
    ...(realName && realName.state !== 'passed' ? ([realName.state] as const) : []),
  ]
}
