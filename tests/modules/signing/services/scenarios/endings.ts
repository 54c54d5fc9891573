import { expect } from 'vitest'
import { correctAddress } from '#modules/signing/running/address-correction.ts'
import { extendDeadline } from '#modules/signing/running/deadline.ts'
import { handOver } from '#modules/signing/running/hand-over.ts'
import { stopSigning } from '#modules/signing/running/held-up.ts'
import { remindSignatory } from '#modules/signing/running/progress.ts'
import { DAY, fromNow, HOUR } from '#src/core/clock.ts'
import type { AppError } from '#src/core/errors.ts'
import { type Scenario, type Sent, type ServiceKit, TWO_PARTIES } from '../kit.ts'

/** The code of the error; null if there is no error. */
async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    return (error as AppError).code
  }
}

const correct = (kit: ServiceKit, { documentId }: Sent, signatoryId: string, email: string) =>
  codeOf(correctAddress(kit.db, kit.viewer, { documentId, signatoryId, email, phone: TWO_PARTIES[0]!.phone }))

export const ENDINGS: Scenario[] = [
  {
    name: 'ends when the first declines, with the reason',
    async run(kit) {
      const sent = await kit.send()
      await kit.decline(sent.ids[0]!, 'The price is wrong')
      await kit.settle()
      expect(await kit.view(sent)).toEqual({
        status: 'finalised',
        state: 'declined',
        people: 'declined waiting',
      })
      const { reason } = await kit.db
        .selectFrom('signing.signatory')
        .select('reason')
        .where('id', '=', sent.ids[0]!)
        .executeTakeFirstOrThrow()
      expect(reason).toBe('The price is wrong')
      expect(await kit.uses(sent)).toBe(1)
    },
  },
  {
    name: 'ends when the second declines',
    async run(kit) {
      const sent = await kit.send()
      await kit.sign(sent.ids[0]!)
      await kit.settle()
      await kit.decline(sent.ids[1]!, 'No')
      await kit.settle()
      expect(await kit.view(sent)).toMatchObject({ state: 'declined', people: 'signed declined' })
    },
  },
  {
    name: 'can be sent again after somebody declined, for another use',
    async run(kit) {
      const sent = await kit.send()
      await kit.decline(sent.ids[0]!, 'No')
      await kit.settle()
      const again = await kit.start(sent.documentId)
      await kit.settle()
      expect(again.signingId).not.toBe(sent.signingId)
      expect(await kit.view(again)).toMatchObject({ status: 'signing', people: 'invited waiting' })
      expect(await kit.uses(again)).toBe(1)
    },
  },
  {
    name: 'expires before anybody signed',
    async run(kit) {
      const sent = await kit.send({ days: 3 })
      await kit.expire(sent)
      await kit.settle()
      await kit.sweep()
      expect(await kit.view(sent)).toEqual({
        status: 'finalised',
        state: 'expired',
        people: 'invited waiting',
      })
      expect(await kit.count(sent, 'expire-signing')).toBe(1)
    },
  },
  {
    name: 'expires after the first has signed',
    async run(kit) {
      const sent = await kit.send({ days: 3 })
      await kit.sign(sent.ids[0]!)
      await kit.settle()
      await kit.expire(sent)
      await kit.settle()
      await kit.sweep()
      expect(await kit.view(sent)).toMatchObject({ state: 'expired', people: 'signed invited' })
      expect(await kit.uses(sent)).toBe(1)
    },
  },
  {
    name: 'is completed when the last signature was made in time and heard of late',
    async run(kit) {
      const sent = await kit.send({ days: 3 })
      await kit.sign(sent.ids[0]!)
      await kit.settle()
      await kit.sign(sent.ids[1]!)
      await kit.expire(sent)
      await kit.sweep()
      expect((await kit.view(sent)).state).toBe('completed')
    },
  },
  {
    name: 'lasts longer when the sender extends it',
    async run(kit) {
      const sent = await kit.send({ days: 3 })
      await extendDeadline(kit.db, kit.viewer, sent.documentId, fromNow(20 * DAY))
      await kit.settle()
      kit.wait(10 * DAY)
      await kit.sweep()
      expect(await kit.view(sent)).toMatchObject({ state: 'started', people: 'invited waiting' })
    },
  },
  {
    name: 'is extended as often as the service permits, and no more',
    async run(kit) {
      const sent = await kit.send({ days: 3 })
      const extend = (days: number) =>
        codeOf(extendDeadline(kit.db, kit.viewer, sent.documentId, fromNow(days * DAY)))
      expect(await extend(10)).toBeNull()
      // No callback is delivered between the two extensions, and both count.
      const more = (kit.stub?.service.capabilities.extensions ?? 2) > 1
      expect(await extend(20)).toBe(more ? null : 'INVALID_FIELD')
    },
  },
  {
    name: 'reminds an invited signatory once a day',
    async run(kit) {
      const sent = await kit.send()
      const remind = () => codeOf(remindSignatory(kit.db, kit.viewer, sent.documentId, sent.ids[0]!))
      // Some services accept no reminder in the first half hour.
      kit.wait(HOUR)
      const before = kit.stub?.mails.length ?? 0
      expect(await remind()).toBeNull()
      await kit.settle()
      if (kit.stub) expect(kit.stub.mails.slice(before)).toMatchObject([{ kind: 'reminder' }])
      expect(await remind()).toBe('TOO_MANY_REQUESTS')
      expect(await kit.count(sent, 'remind-signatory')).toBe(1)
    },
  },
  {
    name: 'does not remind somebody whose turn has not come',
    async run(kit) {
      const sent = await kit.send()
      const reminded = remindSignatory(kit.db, kit.viewer, sent.documentId, sent.ids[1]!)
      expect(await codeOf(reminded)).toBe('SIGNING_STATUS_WRONG')
    },
  },
  {
    name: 'invites at a corrected address, or says that it is final',
    async run(kit) {
      const sent = await kit.send()
      const can = kit.stub?.service.capabilities.correctContact !== false
      const answer = await correct(kit, sent, sent.ids[0]!, 'corrected@kestrel.example')
      expect(answer).toBe(can ? null : 'SIGNING_STATUS_WRONG')
      await kit.settle()
      if (can && kit.stub)
        expect(kit.stub.mails.at(-1)).toMatchObject({ to: 'corrected@kestrel.example', kind: 'correction' })
    },
  },
  {
    name: 'takes no correction of somebody who has signed',
    async run(kit) {
      const sent = await kit.send()
      await kit.sign(sent.ids[0]!)
      await kit.settle()
      expect(await correct(kit, sent, sent.ids[0]!, 'late@kestrel.example')).toBe('SIGNING_STATUS_WRONG')
    },
  },
  {
    name: 'lets a signatory hand over where we identify them',
    async run(kit) {
      const sent = await kit.send()
      const successor = { name: 'Nina', email: 'nina@kestrel.example' }
      const answer = await codeOf(handOver(kit.db, { id: sent.ids[0]! }, successor))
      expect(answer).toBe(kit.stub ? 'SIGNING_STATUS_WRONG' : null)
    },
  },
  {
    name: 'shows one signatory one signing step, whoever asks twice',
    async run(kit) {
      const sent = await kit.send()
      await Promise.allSettled([kit.sign(sent.ids[0]!), kit.sign(sent.ids[0]!)])
      await kit.settle()
      expect(await kit.count(sent, 'sign')).toBe(1)
      expect((await kit.view(sent)).people).toBe('signed invited')
    },
  },
  {
    name: 'can be ended by our staff while it is held up',
    async run(kit) {
      const sent = await kit.send()
      await kit.holdUp(sent)
      const left = await kit.usesLeft()
      await stopSigning(kit.db, kit.viewer, sent.signingId)
      expect((await kit.view(sent)).state).toBe('stopped')
      expect(await kit.usesLeft()).toBe(left + 1)
      kit.recover()
      await kit.settle()
      const remoteId = await kit.remoteId(sent)
      const state = kit.stub?.signings().find((one) => one.remoteId === remoteId)?.state
      expect(state ?? 'revoked').toBe('revoked')
    },
  },
]
