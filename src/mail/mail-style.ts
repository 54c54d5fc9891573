import { createHash } from 'node:crypto'
import { EMAIL_CSS } from '#views/email-layout.tsx'

const STYLE = createHash('sha256').update(EMAIL_CSS).digest('base64')

/**
 * The content policy of a page that shows mails in frames. A srcdoc frame inherits the policy of its page,
 * so the page must allow the style of the mails.
 */
export const allowMailStyle = (policy: string) => policy.replace("style-src 'self'", `$& 'sha256-${STYLE}'`)
