import { sql } from 'kysely'
import { vi } from 'vitest'
import { listActions } from '#modules/documents/audit-log.ts'
import { approve, decline, sign } from '#modules/signing/providers/builtin/sign.ts'
import { signerLink, turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import type { ProviderName } from '#modules/signing/providers/provider-name.ts'
import { beginAuthorisation, findAttempt } from '#modules/signing/providers/remote/authorisation.ts'
import { callbackUrl } from '#modules/signing/providers/remote/order.ts'
import type { RemoteSender } from '#modules/signing/providers/remote/service.ts'
import { offerService } from '#modules/signing/providers/remote/services.ts'
import { querySilentServices } from '#modules/signing/providers/remote/signing-job.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { storeSealChoices } from '#modules/signing/seals/seal-setting.ts'
import { storeServiceChoices } from '#modules/signing/services/service-setting.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { expireSignings, startSigning } from '#modules/signing/signing.ts'
import { HOUR, now, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { storage } from '#src/jobs/storage.ts'
import '#src/app/events.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import { enterByLink } from '#tests/cast/world.ts'
import type { PortStep } from '#tests/stubs/services/faults.ts'
import type { FailureKind } from '#tests/stubs/services/server.ts'
import type { ServiceCallback, ServiceStub } from '#tests/stubs/services/service-stub.ts'
import { startServiceStub } from '#tests/stubs/services/start.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

/** Where each party signs; without an entry at the provider under test. */
export type Places = Partial<Record<'a' | 'b', ProviderName>>

export interface SentOptions {
  people?: SignatoryEntry[]
  places?: Places
  days?: number
  /** Whether the signatories may set the seals of their companies. */
  withSeals?: boolean
}

/** A document out for signing. */
export interface Sent {
  documentId: string
  signingId: string
  /** The signatories in their order. */
  ids: string[]
}

/** Reached in every way, so that every service can invite them. */
export const person = (key: string, party: string, more: Partial<SignatoryEntry> = {}): SignatoryEntry => ({
  id: key,
  party,
  name: `Person ${key.toUpperCase()}`,
  email: `${key}@kestrel.example`,
  phone: `+861380000${String(1000 + key.charCodeAt(0))}`,
  ...more,
})

export const TWO_PARTIES = [person('a', 'a'), person('b', 'b')]

const startStub = (name: Exclude<ProviderName, 'builtin'>) =>
  startServiceStub(name, { callbackUrl: callbackUrl(name) })

/** The provider under test, with a sender who has authorised it. */
export class ServiceKit {
  readonly name: ProviderName
  readonly db: Db
  readonly cast: Cast
  /** Null for our own provider. */
  readonly stub: ServiceStub | null
  #stubs = new Map<ProviderName, ServiceStub>()
  #delivered = new Map<ProviderName, number>()
  #ahead = 0

  private constructor(name: ProviderName, db: Db, cast: Cast, stub: ServiceStub | null) {
    this.name = name
    this.db = db
    this.cast = cast
    this.stub = stub
    if (stub) this.#stubs.set(name, stub)
  }

  static async open(name: ProviderName): Promise<ServiceKit> {
    const db = await testDatabase()
    const cast = await openCast(db, 100_000)
    const kit = new ServiceKit(name, db, cast, name === 'builtin' ? null : await startStub(name))
    if (name !== 'builtin') await kit.#offer(name, kit.stub!)
    return kit
  }

  /** Adds a second service to the one under test. */
  async addService(name: Exclude<ProviderName, 'builtin'>): Promise<ServiceStub> {
    const known = this.#stubs.get(name)
    if (known) return known
    const stub = await startStub(name)
    this.#stubs.set(name, stub)
    await this.#offer(name, stub)
    return stub
  }

  async #offer(name: Exclude<ProviderName, 'builtin'>, stub: ServiceStub) {
    offerService(name, stub.service)
    await this.authorise('institution', name)
  }

  close() {
    setClock(null)
    for (const stub of this.#stubs.values()) stub.close()
  }

  get viewer() {
    return this.cast.lin.viewer
  }

  get client() {
    return this.cast.lin.client
  }

  /** The sender opens the service's page to authorise us. */
  async beginAuthorisation(as: RemoteSender['as'], name = this.name) {
    const provider = this.#stubs.get(name)!.name
    const attempt = { provider, as, documentId: null, locale: 'en_US' } as const
    return this.attempt(await beginAuthorisation(this.db, this.viewer, attempt))
  }

  attempt(id: string) {
    return findAttempt(this.db, this.viewer, id)
  }

  /** The sender agrees at the service and returns. */
  async authorise(as: RemoteSender['as'], name = this.name) {
    const attempt = await this.beginAuthorisation(as, name)
    await this.comeBack(await this.#stubs.get(name)!.authorise(attempt))
    return this.attempt(attempt.id)
  }

  /** The sender's browser returns from the service. */
  async comeBack(address: string) {
    const { pathname, search } = new URL(address)
    await this.client.get(`${pathname}${search}`)
  }

  /** An attempt of a sender who has not agreed at the service yet, or has ended the authorisation there. */
  async beginFirstAuthorisation() {
    await this.stub!.withdraw(await this.beginAuthorisation('institution'))
    return this.beginAuthorisation('institution')
  }

  /** The number of ended authorisations of the sender at the provider under test. */
  async endedAuthorisations(): Promise<number> {
    const rows = await this.db
      .selectFrom('authorisations.authorisation')
      .select('id')
      .where('provider', '=', this.name)
      .where('ends_at', '<=', now())
      .execute()
    return rows.length
  }

  /** The client of a signatory who has logged in by one of our links. */
  async enter(signatoryId: string, email: string): Promise<Client> {
    const link = await this.db.transaction().execute((trx) => signerLink(trx, signatoryId))
    return enterByLink(this.db, new URL(link).pathname, email)
  }

  /** Moves the clock of the product and of all services forward. */
  wait(milliseconds: number) {
    this.#ahead += milliseconds
    setClock(() => new Date(Date.now() + this.#ahead))
  }

  resetClock() {
    this.#ahead = 0
    setClock(null)
  }

  async prepare({
    people = TWO_PARTIES,
    places = {},
    days = 30,
    withSeals,
  }: SentOptions = {}): Promise<string> {
    const { db, viewer, name } = this
    const documentId = await finalisedDocument(db, viewer)
    await storeServiceChoices(db, viewer, documentId, { a: 'builtin', b: 'builtin' })
    const seal = withSeals ? 'own' : 'none'
    const seals = ['a', 'b'].map((party) => ({ party, seal, crossPage: false }))
    await storeSealChoices(db, viewer, documentId, seals)
    await storeSetting(db, viewer, documentId, people, { days, reminderDays: 0, message: 'Please sign.' })
    const choices = { a: places.a ?? name, b: places.b ?? name }
    await storeServiceChoices(db, viewer, documentId, choices)
    return documentId
  }

  /** Sends a document and runs all jobs, so that the first signatories are invited. */
  async send(options: SentOptions = {}): Promise<Sent> {
    const sent = await this.start(await this.prepare(options))
    await this.settle()
    return sent
  }

  async start(documentId: string): Promise<Sent> {
    await startSigning(this.db, this.viewer, documentId, 'en_US')
    const rows = await this.db
      .selectFrom('signing.signatory as one')
      .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
      .select(['one.id', 'signing.id as signingId'])
      .where('document_id', '=', documentId)
      .orderBy('signing.created_at', 'desc')
      .orderBy('position')
      .execute()
    const signingId = rows[0]!.signingId
    return {
      documentId,
      signingId,
      ids: rows.filter((row) => row.signingId === signingId).map(({ id }) => id),
    }
  }

  /** The service's id of a signing; null before it is stored. */
  async remoteId(sent: Sent, stage?: number): Promise<string | null> {
    const row = await this.db
      .selectFrom('signing.remote_signing')
      .select('remote_id')
      .where('signing_id', '=', sent.signingId)
      .$if(stage !== undefined, (query) => query.where('stage', '=', stage!))
      .orderBy('stage', 'desc')
      .executeTakeFirst()
    return row?.remote_id ?? null
  }

  async #placeOf(id: string) {
    const { provider, signing_id, stage } = await this.db
      .selectFrom('signing.signatory')
      .select(['provider', 'signing_id', 'stage'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const stub = this.#stubs.get(provider)
    const remoteId = await this.remoteId({ documentId: '', signingId: signing_id, ids: [] }, stage)
    return { stub, remoteId: remoteId! }
  }

  /** A person signs at our pages or at the service; no callback is delivered yet. */
  async sign(id: string) {
    const { stub, remoteId } = await this.#placeOf(id)
    if (stub) return stub.sign(remoteId, id)
    await sign(this.db, await turnOf(this.db, id), { kind: 'typed', text: 'Me' })
  }

  async approve(id: string) {
    const { stub, remoteId } = await this.#placeOf(id)
    if (stub) return stub.approve(remoteId, id)
    await approve(this.db, await turnOf(this.db, id))
  }

  async decline(id: string, reason: string) {
    const { stub, remoteId } = await this.#placeOf(id)
    if (stub) return stub.decline(remoteId, id, reason)
    await decline(this.db, await turnOf(this.db, id), reason)
  }

  /** Moves the clock past the deadline, here and at the service. */
  async expire(sent: Sent) {
    const { expires_at } = await this.db
      .selectFrom('signing.signing')
      .select('expires_at')
      .where('id', '=', sent.signingId)
      .executeTakeFirstOrThrow()
    const remoteId = await this.remoteId(sent)
    this.wait(expires_at.getTime() - (Date.now() + this.#ahead) + HOUR)
    const open = this.stub?.signings().find((one) => one.remoteId === remoteId)
    if (open?.state === 'started') await this.stub!.expire(remoteId!)
  }

  /** The callbacks of a service that were not delivered yet. */
  take(name = this.name): ServiceCallback[] {
    const all = this.#stubs.get(name)?.callbacks ?? []
    const fresh = all.slice(this.#delivered.get(name) ?? 0)
    this.#delivered.set(name, all.length)
    return fresh
  }

  async deliver({ url, headers, body }: ServiceCallback): Promise<number> {
    const { pathname, search } = new URL(url)
    const text = Buffer.from(body).toString('utf8')
    const answer = await newClient(this.db).send('POST', `${pathname}${search}`, { body: text, headers })
    return answer.status
  }

  /** Runs all jobs, including those that wait for a retry. */
  async work() {
    let worked = 0
    do {
      await sql`update pgboss.job set start_after = now() where state < 'active'`.execute(this.db)
      worked = await workWaitingJobs(this.db, { forgiving: true })
    } while (worked > 0)
  }

  /** Delivers the callbacks of the services, and runs jobs until none is left. */
  async settle() {
    await this.work()
    for (;;) {
      const fresh = [...this.#stubs.keys()].flatMap((name) => this.take(name))
      if (fresh.length === 0) return
      for (const callback of fresh) await this.deliver(callback)
      await this.work()
    }
  }

  /** Drops all callbacks, so that the scheduled queries have to find the changes. */
  async sweep() {
    for (const name of this.#stubs.keys()) this.take(name)
    this.wait(20 * 60_000)
    await querySilentServices.now(this.db, {})
    await expireSignings.now(this.db, {})
    await this.work()
  }

  /** Makes the signing wait: its service is unavailable, or our file store is. */
  async holdUp(sent: Sent) {
    if (this.stub) {
      this.stub.isDown = true
      return this.sweep()
    }
    await this.sign(sent.ids[0]!)
    await sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 day'
      where name = 'sign-file' and data->>'signatoryId' = ${sent.ids[0]!}`.execute(this.db)
  }

  /** Lets the next call of this step fail; for our own provider the next file cannot be stored. */
  async fail(how: FailureKind, step: PortStep) {
    if (this.stub) return this.stub.fail(how, step)
    vi.spyOn(storage(), 'put').mockRejectedValueOnce(new Error('the file store is down'))
  }

  recover() {
    if (this.stub) this.stub.isDown = false
  }

  /** The state of a document as the product shows it. */
  async view({ documentId, signingId }: Sent) {
    const { status } = await this.db
      .selectFrom('documents.document')
      .select('status')
      .where('id', '=', documentId)
      .executeTakeFirstOrThrow()
    const { state } = await this.db
      .selectFrom('signing.signing')
      .select('state')
      .where('id', '=', signingId)
      .executeTakeFirstOrThrow()
    const people = await this.db
      .selectFrom('signing.signatory')
      .select('state')
      .where('signing_id', '=', signingId)
      .orderBy('position')
      .execute()
    return { status, state, people: people.map((one) => one.state).join(' ') }
  }

  /** The actions in a document's log, oldest first. */
  async log({ documentId }: Pick<Sent, 'documentId'>): Promise<string[]> {
    return (await listActions(this.db, documentId)).map(({ action }) => action)
  }

  async count(sent: Sent, action: string): Promise<number> {
    return (await this.log(sent)).filter((one) => one === action).length
  }

  /** The number of uses that a signing has cost so far, without returned uses. */
  async uses({ signingId }: Pick<Sent, 'signingId'>): Promise<number> {
    const rows = await this.db
      .selectFrom('orders.usage_entry')
      .select('quantity')
      .where('key', 'like', `%signing ${signingId}%`)
      .execute()
    return rows.reduce((sum, { quantity }) => sum - Number(quantity), 0)
  }

  /** The unused uses of the sender's team. */
  async usesLeft(): Promise<number> {
    const rows = await this.db
      .selectFrom('orders.usage_entry')
      .select('quantity')
      .where('team_id', '=', this.viewer.teamId)
      .where('kind', '=', 'esign')
      .execute()
    return rows.reduce((sum, { quantity }) => sum + Number(quantity), 0)
  }
}

export interface Scenario {
  name: string
  run: (kit: ServiceKit) => Promise<void>
}
