import { type Expression, type RawBuilder, sql } from 'kysely'
import { failedJobExists, lastJobError } from '#src/jobs/pgboss-tables.ts'

/** The jobs of our own service without which a signing does not go on. */
const OWN_QUEUES = ['sign-file', 'close-signing']

/** `OWN_QUEUES` and the queues that call a service of another company. */
export const SIGNING_QUEUES = [...OWN_QUEUES, 'remote-signing']

/** Whether a job with these data continues this signing: as a whole, or for one of its signatories. */
const continues = (signingId: Expression<string>) => (data: RawBuilder<unknown>) =>
  sql<boolean>`(${data}->>'signingId' = ${signingId}::text or ${data}->>'signatoryId' in (
    select one.id::text from signing.signatory as one where one.signing_id = ${signingId}))`

/**
 * A query expression: whether writing a signature or the closing seal of a signing, or a call to its service,
 * failed and waits for a retry. The fault is not a signatory's.
 */
export const waitsForRetry = (signingId: Expression<string>) =>
  failedJobExists(SIGNING_QUEUES, continues(signingId))

/** A query expression: whether that is the fault of our own service. */
export const waitsForUs = (signingId: Expression<string>) => failedJobExists(OWN_QUEUES, continues(signingId))

/** A query expression: the error of the last failed attempt to continue a signing; null for none. */
export const lastErrorOf = (signingId: Expression<string>) =>
  lastJobError(SIGNING_QUEUES, continues(signingId))
