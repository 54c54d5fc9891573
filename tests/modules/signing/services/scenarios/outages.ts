import { expect } from 'vitest'
import { countHeldUp } from '#modules/signing/running/held-up.ts'
import { remindSignatory } from '#modules/signing/running/progress.ts'
import { HOUR } from '#src/core/clock.ts'
import type { PortStep } from '#tests/stubs/services/faults.ts'
import type { FailureKind } from '#tests/stubs/services/server.ts'
import type { Scenario, Sent, ServiceKit } from '../kit.ts'

const WAYS: Record<Exclude<FailureKind, 'slow'>, string> = {
  500: 'is answered by an error',
  closed: 'is cut off',
  after: 'is carried out and its answer is lost',
}

/** The steps, each with the state of the signing in which it fails. */
const STEPS: [PortStep, string][] = [
  ['draft', 'the draft'],
  ['start', 'the start'],
  ['progress', 'the question how far it is'],
  ['download', 'the signed file'],
]

/** Both sign; failed work is repeated as often as necessary. */
async function complete(kit: ServiceKit, sent: Sent) {
  for (const id of sent.ids) {
    await kit.settle()
    await kit.sweep()
    await kit.sign(id)
  }
  await kit.settle()
  await kit.sweep()
  await kit.sweep()
}

async function expectOnce(kit: ServiceKit, sent: Sent) {
  expect(await kit.view(sent)).toEqual({
    status: 'completed',
    state: 'completed',
    people: 'signed signed',
  })
  expect(await kit.uses(sent)).toBe(1)
  for (const [action, times] of [
    ['start-signing', 1],
    ['invite-signatory', 2],
    ['sign', 2],
    ['complete-signing', 1],
  ] as const)
    expect([action, await kit.count(sent, action)]).toEqual([action, times])
}

const SINGLE_FAULTS: Scenario[] = STEPS.flatMap(([step, what]) =>
  Object.entries(WAYS).map(
    ([how, way]): Scenario => ({
      name: `goes on when the call for ${what} ${way}`,
      async run(kit) {
        const documentId = await kit.prepare()
        const running = () => kit.stub?.signings().filter(({ state }) => state !== 'draft').length ?? 0
        const before = running()
        const sent = await kit.start(documentId)
        await kit.fail(how as FailureKind, step)
        await complete(kit, sent)
        await expectOnce(kit, sent)
        if (kit.stub) {
          expect(kit.stub.isFailing).toBe(false)
          expect(running()).toBe(before + 1)
        }
      },
    }),
  ),
)

export const OUTAGES: Scenario[] = [
  ...SINGLE_FAULTS,
  {
    name: 'goes on after the service was down from the start',
    async run(kit) {
      const documentId = await kit.prepare()
      if (kit.stub) kit.stub.isDown = true
      const sent = await kit.start(documentId)
      await kit.work()
      if (kit.stub) expect((await kit.view(sent)).people).toBe('waiting waiting')
      kit.recover()
      await complete(kit, sent)
      await expectOnce(kit, sent)
    },
  },
  {
    name: 'says to sender and staff that it waits for the service',
    async run(kit) {
      const sent = await kit.send()
      const page = async () => (await kit.client.get(`/mgmt/${sent.documentId}/signing`)).text()
      const before = await countHeldUp(kit.db)
      const words = kit.stub ? 'which is not responding' : 'a technical problem on our side'
      expect(await page()).not.toContain(words)
      await kit.holdUp(sent)
      expect(await countHeldUp(kit.db)).toBe(before + 1)
      expect(await page()).toContain(words)
      kit.recover()
      await kit.settle()
      expect(await countHeldUp(kit.db)).toBe(before)
    },
  },
  {
    name: 'reminds once the service is back',
    async run(kit) {
      const sent = await kit.send()
      kit.wait(HOUR)
      const mails = kit.stub?.mails.length ?? 0
      if (kit.stub) kit.stub.isDown = true
      await remindSignatory(kit.db, kit.viewer, sent.documentId, sent.ids[0]!)
      await kit.work()
      kit.recover()
      await kit.settle()
      if (kit.stub) expect(kit.stub.mails.slice(mails)).toMatchObject([{ kind: 'reminder' }])
      expect(await kit.count(sent, 'remind-signatory')).toBe(1)
    },
  },
  {
    name: 'does not expire unasked while the service is down',
    async run(kit) {
      const sent = await kit.send({ days: 3 })
      await kit.sign(sent.ids[0]!)
      await kit.settle()
      await kit.sign(sent.ids[1]!)
      await kit.expire(sent)
      if (kit.stub) kit.stub.isDown = true
      await kit.sweep()
      if (kit.stub) expect((await kit.view(sent)).state).toBe('started')
      kit.recover()
      await kit.sweep()
      expect((await kit.view(sent)).state).toBe('completed')
    },
  },
]
