import { type Expression, sql } from 'kysely'

/** The jobs that write signatures and seals into files. */
export const SIGNING_QUEUES = sql`('sign-file', 'close-signing')`

/**
 * A query expression: whether writing a signature or the closing seal of a signing failed and waits for a
 * retry. The fault is ours then, not a signatory's.
 */
export const waitsForRetry = (signingId: Expression<string>) => sql<boolean>`exists (
  select from pgboss.job as job where job.name in ${SIGNING_QUEUES}
    and (job.state in ('retry', 'failed') or (job.state = 'active' and job.retry_count > 0))
    and (job.data->>'signingId' = ${signingId}::text or job.data->>'signatoryId' in (
      select one.id::text from signing.signatory as one where one.signing_id = ${signingId})))`

/** A query expression: the error of the last failed attempt to continue a signing; null when none failed. */
export const lastErrorOf = (signingId: Expression<string>) => sql<string | null>`(
  select coalesce(job.output->>'message', job.output->'value'->>'message') from pgboss.job as job
  where job.name in ${SIGNING_QUEUES} and job.output is not null
    and (job.data->>'signingId' = ${signingId}::text or job.data->>'signatoryId' in (
      select one.id::text from signing.signatory as one where one.signing_id = ${signingId}))
  order by job.created_on desc limit 1)`
