import { expect } from 'vitest'
import { writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import { findEntered } from '#modules/signing/providers/builtin/signer-link.ts'
import { SERVICES } from '#modules/signing/providers/provider-name.ts'
import { remoteSigningJob } from '#modules/signing/providers/remote/signing-job.ts'
import { DAY, HOUR } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { ServiceCallback } from '#tests/stubs/services/service-stub.ts'
import type { Scenario, Sent, ServiceKit } from '../kit.ts'

/** All stored data about a document that a person can see. */
export async function state(kit: ServiceKit, sent: Sent) {
  // A service may report its evidence hours later.
  const log = (await kit.log(sent)).filter((action) => action !== 'fetch-evidence')
  return { ...(await kit.view(sent)), log, uses: await kit.uses(sent) }
}

/**
 * Our own provider has no callbacks, so the job of a signature runs twice, late, or in another order
 * instead.
 */
async function repeatJobs(kit: ServiceKit, { ids, signingId }: Sent) {
  for (const signatoryId of ids) await writeSignatureJob.now(kit.db, { signatoryId })
  const remote = await kit.db
    .selectFrom('signing.remote_signing')
    .select('id')
    .where('signing_id', '=', signingId)
    .execute()
  for (const { id } of remote) await remoteSigningJob.now(kit.db, { id, signingId })
}

/** Both sign, while no callback of the service reaches us. */
async function completedInSilence(kit: ServiceKit) {
  const sent = await kit.send()
  const first = kit.take()
  await kit.sign(sent.ids[0]!)
  if (!kit.stub) await kit.settle()
  await kit.sign(sent.ids[1]!)
  return { sent, callbacks: [...first, ...kit.take()] }
}

const COMPLETED = { status: 'completed', state: 'completed', people: 'signed signed' }

/** A completed document with all callbacks on the way. */
async function completeDocument(kit: ServiceKit) {
  const { sent, callbacks } = await completedInSilence(kit)
  for (const one of callbacks) await kit.deliver(one)
  await kit.work()
  expect(await kit.view(sent)).toEqual(COMPLETED)
  return { sent, callbacks }
}

const changed = (callback: ServiceCallback, change: (text: string) => string): ServiceCallback => ({
  ...callback,
  body: Buffer.from(change(Buffer.from(callback.body).toString('utf8'))),
})

export const CALLBACKS: Scenario[] = [
  {
    name: 'learns of everything by asking when all callbacks are lost',
    async run(kit) {
      const { sent } = await completedInSilence(kit)
      await kit.sweep()
      expect(await kit.view(sent)).toEqual(COMPLETED)
    },
  },
  {
    name: 'learns of a refusal by asking when its callback is lost',
    async run(kit) {
      const sent = await kit.send()
      await kit.decline(sent.ids[0]!, 'No')
      await kit.sweep()
      expect(await kit.view(sent)).toMatchObject({ state: 'declined', people: 'declined waiting' })
    },
  },
  {
    name: 'takes everything that comes twice once',
    async run(kit) {
      const { sent, callbacks } = await completedInSilence(kit)
      for (const one of callbacks) {
        await kit.deliver(one)
        await kit.deliver(one)
        await kit.work()
      }
      await repeatJobs(kit, sent)
      await kit.work()
      expect(await kit.view(sent)).toEqual(COMPLETED)
      expect(await kit.count(sent, 'sign')).toBe(2)
      expect(await kit.count(sent, 'complete-signing')).toBe(1)
    },
  },
  {
    name: 'takes everything that comes twice at the same time once',
    async run(kit) {
      const { sent, callbacks } = await completedInSilence(kit)
      await Promise.all([...callbacks, ...callbacks].map((one) => kit.deliver(one)))
      await Promise.all([repeatJobs(kit, sent), repeatJobs(kit, sent), kit.work()]).catch(() => {})
      await kit.settle()
      expect(await kit.view(sent)).toEqual(COMPLETED)
      expect(await kit.count(sent, 'complete-signing')).toBe(1)
    },
  },
  {
    name: 'takes callbacks in the opposite order',
    async run(kit) {
      const { sent, callbacks } = await completedInSilence(kit)
      for (const one of callbacks.toReversed()) {
        await kit.deliver(one)
        await kit.work()
      }
      await kit.work()
      expect(await kit.view(sent)).toEqual(COMPLETED)
      expect(await kit.count(sent, 'sign')).toBe(2)
    },
  },
  {
    name: 'changes nothing when everything comes once more after the end',
    async run(kit) {
      const { sent, callbacks } = await completeDocument(kit)
      const before = await state(kit, sent)
      for (const one of callbacks) await kit.deliver(one)
      await repeatJobs(kit, sent)
      await kit.work()
      expect(await state(kit, sent)).toEqual(before)
    },
  },
  {
    name: 'changes nothing when an earlier callback comes days later',
    async run(kit) {
      const { sent, callbacks } = await completedInSilence(kit)
      await kit.sweep()
      const before = await state(kit, sent)
      kit.wait(3 * DAY)
      for (const one of callbacks) expect(await kit.deliver(one)).toBeOneOf([200, 401])
      await kit.work()
      expect(await state(kit, sent)).toEqual(before)
    },
  },
  {
    name: 'takes a retry that the service has signed again',
    async run(kit) {
      const sent = await kit.send()
      kit.take()
      await kit.sign(sent.ids[0]!)
      const from = (kit.stub?.callbacks.length ?? 0) - kit.take().length
      kit.wait(2 * HOUR)
      const count = kit.stub?.callbacks.length ?? 0
      for (let index = from; index < count; index++)
        expect(await kit.deliver(kit.stub!.repeated(index))).toBe(200)
      await kit.work()
      expect((await kit.view(sent)).people).toBe('signed invited')
    },
  },
  {
    name: 'refuses forged callbacks, and they change nothing',
    async run(kit) {
      const { sent } = await completeDocument(kit)
      const before = await state(kit, sent)
      const stored = () => kit.db.selectFrom('signing.remote_callback').select('id').execute()
      const had = (await stored()).length
      for (const index of (kit.stub?.callbacks ?? []).keys())
        expect(await kit.deliver(kit.stub!.forged(index))).toBe(401)
      await kit.work()
      expect((await stored()).length).toBe(had)
      expect(await state(kit, sent)).toEqual(before)
    },
  },
  {
    name: 'refuses a callback whose body was changed on the way',
    async run(kit) {
      const { callbacks } = await completedInSilence(kit)
      for (const one of callbacks) {
        expect(await kit.deliver(changed(one, (text) => `${text} `))).toBe(401)
        expect(await kit.deliver(changed(one, () => ''))).toBe(401)
      }
    },
  },
  {
    name: 'refuses a callback that is larger than any of a service',
    async run(kit) {
      const { callbacks } = await completedInSilence(kit)
      for (const one of callbacks.slice(0, 1))
        expect(await kit.deliver(changed(one, (text) => text.padEnd(2_000_000)))).toBe(413)
    },
  },
  {
    name: 'does not take what one service says about another',
    async run(kit) {
      const { sent, callbacks } = await completedInSilence(kit)
      if (!kit.stub) await kit.work()
      const before = await kit.view(sent)
      for (const one of callbacks)
        for (const other of [...SERVICES, 'builtin'].filter((name) => name !== kit.name)) {
          const url = one.url.replace(`/e-sign/${kit.name}/`, `/e-sign/${other}/`)
          expect(await kit.deliver({ ...one, url })).toBeOneOf([401, 404])
        }
      await kit.work()
      expect(await kit.view(sent)).toEqual(before)
    },
  },
  {
    name: 'knows nothing of a service that is not offered',
    async run(kit) {
      const answer = await kit.client.send('POST', '/e-sign/nobody/callback', { body: '{}' })
      expect(answer.status).toBe(404)
      expect((await kit.client.send('POST', '/e-sign/builtin/callback', { body: '{}' })).status).toBe(404)
    },
  },
  {
    name: 'lets nobody act by the id of a signatory',
    async run(kit) {
      const sent = await kit.send()
      expect(await findEntered(kit.db, sent.ids[0]!, newId())).toBeUndefined()
      for (const path of ['service', 'service/page', 'signed', 'document.pdf']) {
        const { status } = await kit.client.get(`/signing/${sent.ids[0]}/${path}`)
        expect([path, status]).not.toEqual([path, 200])
      }
      const answer = await kit.client.post(`/signing/${sent.ids[0]}/signature`, { kind: 'typed', typed: 'X' })
      expect(answer.headers.get('location') ?? '').not.toContain('signed')
      expect((await kit.view(sent)).people).toBe('invited waiting')
    },
  },
]
