import { sql } from 'kysely'
import { warnOfEndings } from '#modules/authorisations/news.ts'
import { deleteOldLicences } from '#modules/authorisations/personal-data.ts'
import { checkInstitution } from '#modules/authorisations/sender-check.ts'
import { listActions } from '#modules/documents/audit-log.ts'
import {
  beginAuthorisation,
  findAttempt,
  queryAuthorisations,
} from '#modules/signing/providers/remote/authorisation.ts'
import {
  deleteOldCallbacks,
  remoteCallbackJob,
  storeCallback,
} from '#modules/signing/providers/remote/callback.ts'
import { evidenceJob } from '#modules/signing/providers/remote/evidence.ts'
import {
  correctAtService,
  extendAtService,
  remindAtService,
} from '#modules/signing/providers/remote/service-jobs.ts'
import { offerService } from '#modules/signing/providers/remote/services.ts'
import { querySilentServices, remoteSigningJob } from '#modules/signing/providers/remote/signing-job.ts'
import { storeServiceChoices } from '#modules/signing/services/service-setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { DAY, fromNow, HOUR, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Job, workWaitingJobs } from '#src/jobs/jobs.ts'
import { requestAuthorisation } from '#tests/cast/authorisation.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import { finishAs } from '#tests/stubs/finish.ts'
import { callbackOf, PlainService } from '#tests/stubs/plain/plain-service.ts'

interface Trial {
  job: Job<object>
  begin: () => Promise<{ event: never; effects: () => Promise<unknown> }>
}

/** Trials of the jobs for services of other companies and for authorisations, as in `jobs.test.ts`. */
export function serviceTrials(db: () => Db, lin: () => Viewer): Record<string, Trial> {
  const service = new PlainService({ finish: finishAs('esign') })
  offerService('esign', service)

  async function authorise(provider: 'builtin' | 'esign', ends_at: Date) {
    const id = newId()
    await db()
      .insertInto('authorisations.authorisation')
      .values({
        id,
        team_id: lin().teamId,
        account_id: lin().id,
        person: 'Lin',
        provider,
        sender: 'institution',
        name: lin().teamName,
        number_kind: 'credit-code',
        number: '91310000MA1K35XX04',
        legal_representative: null,
        licence: null,
        reference: provider === 'esign' ? 'sender-1' : null,
        statement: '1.0',
        state: 'granted',
        reason: null,
        requested_at: now(),
        decided_at: now(),
        decided_by: null,
        starts_at: new Date('2020-01-01'),
        ends_at,
        warned_days: null,
      })
      .execute()
    return id
  }

  /** A document that both parties sign at the service; its first job waits. */
  async function sent() {
    await authorise('esign', fromNow(300 * DAY))
    const documentId = await finalisedDocument(db(), lin())
    await storeServiceChoices(db(), lin(), documentId, { a: 'esign', b: 'esign' })
    await startSigning(db(), lin(), documentId, 'en_US')
    await sql`delete from pgboss.job where name = 'remote-signing'`.execute(db())
    const remote = await db()
      .selectFrom('signing.remote_signing as remote')
      .innerJoin('signing.signing as signing', 'signing.id', 'remote.signing_id')
      .select(['remote.id', 'signing_id as signingId'])
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    return { documentId, ...remote }
  }

  async function started() {
    const sentDocument = await sent()
    await remoteSigningJob.now(db(), sentDocument)
    const { remote_id } = await db()
      .selectFrom('signing.remote_signing')
      .select('remote_id')
      .where('id', '=', sentDocument.id)
      .executeTakeFirstOrThrow()
    const atService = service.signings.get(remote_id!)!
    return {
      ...sentDocument,
      remoteId: remote_id!,
      people: atService.people.map(({ signatory }) => signatory.id),
    }
  }

  /** Signed by all at the service, of which we know nothing yet. */
  async function signed() {
    const startedSigning = await started()
    for (const id of startedSigning.people) service.act(startedSigning.remoteId, id, 'signed')
    return startedSigning
  }

  async function effectsOf(documentId: string) {
    const actions = (await listActions(db(), documentId)).map(({ action }) => action)
    const { status } = await db()
      .selectFrom('documents.document')
      .select('status')
      .where('id', '=', documentId)
      .executeTakeFirstOrThrow()
    const revisions = await db()
      .selectFrom('signing.revision as revision')
      .innerJoin('signing.signing as signing', 'signing.id', 'revision.signing_id')
      .select('number')
      .where('document_id', '=', documentId)
      .execute()
    return { status, actions, revisions: revisions.length }
  }

  /** A job that enqueues others is run with them. */
  const withOthers = <T extends object>(job: Job<T>): Job<T> => ({
    ...job,
    now: async (trx, event) => {
      await job.now(trx, event)
      await workWaitingJobs(db())
    },
  })

  return {
    'remote-signing': {
      job: remoteSigningJob as Job<object>,
      begin: async () => {
        const { documentId, id, signingId } = await signed()
        return { event: { id, signingId } as never, effects: () => effectsOf(documentId) }
      },
    },
    'silent-services': {
      job: withOthers(querySilentServices),
      begin: async () => {
        const { documentId, id } = await signed()
        const long = new Date(Date.now() - HOUR)
        await db()
          .updateTable('signing.remote_signing')
          .set({ queried_at: long, created_at: long })
          .where('id', '=', id)
          .execute()
        return { event: {} as never, effects: () => effectsOf(documentId) }
      },
    },
    'remote-callback': {
      job: withOthers(remoteCallbackJob) as Job<object>,
      begin: async () => {
        const { documentId, remoteId } = await signed()
        const request = callbackOf({ kind: 'signing', remoteId })
        const callback = service.readCallback(request)!
        await storeCallback(db(), 'esign', callback, { ...request, query: {} })
        await sql`delete from pgboss.job where name = 'remote-callback'`.execute(db())
        const { id } = await db()
          .selectFrom('signing.remote_callback')
          .select('id')
          .where('key', '=', callback.key)
          .executeTakeFirstOrThrow()
        return { event: { id } as never, effects: () => effectsOf(documentId) }
      },
    },
    'remote-evidence': {
      job: evidenceJob as Job<object>,
      begin: async () => {
        const { documentId, id, signingId } = await signed()
        await remoteSigningJob.now(db(), { id, signingId })
        return { event: { id, signingId } as never, effects: () => effectsOf(documentId) }
      },
    },
    'remind-at-service': {
      job: remindAtService as Job<object>,
      begin: async () => {
        const { people } = await started()
        const before = service.calls.length
        // The service refuses a second reminder that comes too soon.
        const effects = async () => service.calls.slice(before).includes('remind')
        return { event: { signatoryId: people[0]! } as never, effects }
      },
    },
    'correct-at-service': {
      job: correctAtService as Job<object>,
      begin: async () => {
        const { people, remoteId } = await started()
        await db()
          .updateTable('signing.signatory')
          .set({ email: 'corrected@kestrel.example' })
          .where('id', '=', people[0]!)
          .execute()
        const effects = async () => service.signings.get(remoteId)!.people[0]!.signatory.email
        return { event: { signatoryId: people[0]! } as never, effects }
      },
    },
    'extend-at-service': {
      job: extendAtService as Job<object>,
      begin: async () => {
        const { remoteId, signingId } = await started()
        const expires_at = new Date('2030-01-01')
        await db().updateTable('signing.signing').set({ expires_at }).where('id', '=', signingId).execute()
        const effects = async () =>
          service.signings.get(remoteId)!.expiresAt.getTime() === expires_at.getTime()
        return { event: { signingId } as never, effects }
      },
    },
    'pending-authorisations': {
      job: queryAuthorisations,
      begin: async () => {
        await db().deleteFrom('authorisations.authorisation').where('provider', '=', 'esign').execute()
        const attempt = { provider: 'esign', as: 'individual', documentId: null, locale: 'en_US' } as const
        const id = await beginAuthorisation(db(), lin(), attempt)
        const { flow } = await findAttempt(db(), lin(), id)
        service.decide(flow, { state: 'granted', reference: 'sender-1', from: null, until: null })
        const effects = async () => {
          const rows = await db()
            .selectFrom('authorisations.authorisation')
            .select('state')
            .where('provider', '=', 'esign')
            .execute()
          return [(await findAttempt(db(), lin(), id)).state, rows.length]
        }
        return { event: {} as never, effects }
      },
    },
    'old-service-callbacks': {
      job: deleteOldCallbacks,
      begin: async () => {
        const row = { provider: 'esign', about: '{"kind":"other"}', headers: '{}' } as const
        const received_at = new Date(Date.now() - 500 * DAY)
        await db()
          .insertInto('signing.remote_callback')
          .values({
            ...row,
            id: newId(),
            key: newId(),
            body: Buffer.from(''),
            received_at,
            handled_at: now(),
          })
          .execute()
        const effects = async () => {
          const left = await db()
            .selectFrom('signing.remote_callback')
            .select('id')
            .where('received_at', '<', fromNow(-450 * DAY))
            .execute()
          return left.length
        }
        return { event: {} as never, effects }
      },
    },
    'authorisation-endings': {
      job: warnOfEndings,
      begin: async () => {
        await db().deleteFrom('authorisations.authorisation').where('provider', '=', 'esign').execute()
        const id = await authorise('esign', fromNow(5 * DAY))
        const mails = () => db().selectFrom('platform.mail').select('id').execute()
        const before = (await mails()).length
        const effects = async () => {
          const { warned_days } = await db()
            .selectFrom('authorisations.authorisation')
            .select('warned_days')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          return [warned_days, (await mails()).length - before]
        }
        return { event: {} as never, effects }
      },
    },
    'check-institution': {
      job: checkInstitution as Job<object>,
      begin: async () => {
        await db().deleteFrom('authorisations.authorisation').where('state', '=', 'pending').execute()
        const id = await requestAuthorisation(db(), lin())
        await sql`delete from pgboss.job where name = 'check-institution'`.execute(db())
        const effects = async () => {
          const { check_outcome } = await db()
            .selectFrom('authorisations.authorisation')
            .select('check_outcome')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          return check_outcome
        }
        return { event: { id } as never, effects }
      },
    },
    'old-licences': {
      job: deleteOldLicences,
      begin: async () => {
        const long = new Date(Date.now() - 60 * DAY)
        await db().deleteFrom('authorisations.authorisation').where('state', '=', 'pending').execute()
        const id = await requestAuthorisation(db(), lin())
        await db()
          .updateTable('authorisations.authorisation')
          .set({ state: 'refused', reason: 'Unreadable', decided_at: long, decided_by: null })
          .where('id', '=', id)
          .execute()
        const effects = async () => {
          const { licence } = await db()
            .selectFrom('authorisations.authorisation')
            .select('licence')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          return licence !== null
        }
        return { event: {} as never, effects }
      },
    },
  }
}
