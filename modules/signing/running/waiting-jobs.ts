import { type Expression, type RawBuilder, sql } from 'kysely'
import { failedJobExists, lastJobError } from '#src/jobs/pgboss-tables.ts'

/** The jobs of our own service that advance a signing. */
const OWN_QUEUES = ['sign-file', 'close-signing']

/** `OWN_QUEUES` and the queues that call another company's service. */
export const SIGNING_QUEUES = [...OWN_QUEUES, 'remote-signing']

/** Whether a job with this data continues the signing: as a whole, or for one of its signatories. */
const continues = (signingId: Expression<string>) => (data: RawBuilder<unknown>) =>
  sql<boolean>`(${data}->>'signingId' = ${signingId}::text or ${data}->>'signatoryId' in (
    select one.id::text from signing.signatory as one where one.signing_id = ${signingId}))`

/**
 * A query expression: whether a signature, the closing seal or a call to the service failed and waits for a
 * retry, for a reason that is not a signatory's fault.
 */
export const waitsForRetry = (signingId: Expression<string>) =>
  failedJobExists(SIGNING_QUEUES, continues(signingId))

/** A query expression: whether such a failure is the fault of our own service. */
export const waitsForUs = (signingId: Expression<string>) => failedJobExists(OWN_QUEUES, continues(signingId))

/**
 * A query expression: the error of the last failed attempt to continue a signing; null if there was none.
 */
export const lastErrorOf = (signingId: Expression<string>) =>
  lastJobError(SIGNING_QUEUES, continues(signingId))
