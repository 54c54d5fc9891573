import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { DAY, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { seal, unseal } from '#src/core/sealing.ts'
import type { Values } from '#src/http/body.ts'

/** The names of a refund's fields. */
export const REFUND_FIELDS = ['amount', 'reason', 'uses', 'plan', 'holder', 'account', 'bank', 'key'] as const

/** How long the address of a preview page can be opened. */
const VALIDITY = DAY

interface FormOwner {
  staffId: string
  orderId: string
}

const sealingFor = ({ staffId, orderId }: FormOwner) => ({
  secret: config.secretKey,
  use: 'qishu refund check',
  bound: new TextEncoder().encode(`${staffId} ${orderId}`),
})

/**
 * The typed values, encrypted for the address of the preview page, because they include a bank account; only
 * the member of staff who typed them can decrypt them.
 */
export function encryptRefundForm(values: Values, owner: FormOwner): string {
  const typedValues = REFUND_FIELDS.flatMap((name) =>
    values[name] === undefined ? [] : [[name, values[name]]],
  )
  const text = JSON.stringify({ at: now().getTime(), typed: typedValues })
  return seal(deflateRawSync(text), sealingFor(owner)).toString('base64url')
}

/**
 * The values in the address; null for an address that is too old, belongs to another person, or was changed.
 */
export function decryptRefundForm(encryptedForm: string, owner: FormOwner): Values | null {
  const plaintext = unseal(Buffer.from(encryptedForm, 'base64url'), sealingFor(owner))
  if (!plaintext) return null
  const { at, typed } = JSON.parse(inflateRawSync(plaintext).toString())
  return at > now().getTime() - VALIDITY ? Object.fromEntries(typed) : null
}
