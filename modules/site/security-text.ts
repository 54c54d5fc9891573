import { DAY, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { publicUrl } from '#src/http/envelope.ts'

/**
 * The security.txt file: where to report a vulnerability (RFC 9116). The required expiry date is always 180
 * days ahead.
 */
export function securityText(): string {
  const expires = new Date(now().getTime() + 180 * DAY)
  return [
    `Contact: mailto:${config.company.securityMail}`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: zh, en',
    `Canonical: ${publicUrl('/.well-known/security.txt')}`,
    '',
  ].join('\n')
}
