import { expect } from 'vitest'
import { mailsTo } from '#tests/cast/mail.ts'
import { person, type Scenario, type SentOptions, type ServiceKit, TWO_PARTIES } from '../kit.ts'

/** The error of the signature setting if the service does not support the order; otherwise null. */
export async function refusal(kit: ServiceKit, options: SentOptions): Promise<string | null> {
  try {
    await kit.prepare(options)
    return null
  } catch (error) {
    return (error as Error & { words?: string }).words ?? String(error)
  }
}

const TOGETHER = [person('a', 'a'), person('b', 'b', { together: true })]
const MIXED = [person('a', 'a'), person('b', 'b'), person('c', 'a', { together: true }), person('d', 'b')]
const APPROVER = [person('c', 'a', { role: 'approver' }), ...TWO_PARTIES]
const COPY = [...TWO_PARTIES, person('c', 'a', { role: 'copy' })]

/** Sends the document, or expects the reason why the service does not support the order. */
async function sendOr(kit: ServiceKit, options: SentOptions, can: boolean, objection: string) {
  if (can) return kit.send(options)
  expect(await refusal(kit, options)).toBe(`signing.services.objection.${objection}`)
  return null
}

export const ORDER: Scenario[] = [
  {
    name: 'invites the first of two, and the second once the first has signed',
    async run(kit) {
      const sent = await kit.send()
      expect((await kit.view(sent)).people).toBe('invited waiting')
      await kit.sign(sent.ids[0]!)
      await kit.settle()
      expect((await kit.view(sent)).people).toBe('signed invited')
    },
  },
  {
    name: 'does not let the second sign first',
    async run(kit) {
      const sent = await kit.send()
      await expect(kit.sign(sent.ids[1]!)).rejects.toThrow()
      await kit.settle()
      expect((await kit.view(sent)).people).toBe('invited waiting')
    },
  },
  {
    name: 'completes a document when both have signed',
    async run(kit) {
      const sent = await kit.send()
      for (const id of sent.ids) {
        await kit.sign(id)
        await kit.settle()
      }
      expect(await kit.view(sent)).toEqual({
        status: 'completed',
        state: 'completed',
        people: 'signed signed',
      })
      expect(await kit.count(sent, 'complete-signing')).toBe(1)
    },
  },
  {
    name: 'invites two at the same time',
    async run(kit) {
      const sent = await kit.send({ people: TOGETHER })
      expect((await kit.view(sent)).people).toBe('invited invited')
    },
  },
  {
    name: 'takes the signatures of two at the same time in any order',
    async run(kit) {
      const sent = await kit.send({ people: TOGETHER })
      await kit.sign(sent.ids[1]!)
      await kit.settle()
      expect((await kit.view(sent)).people).toBe('invited signed')
      await kit.sign(sent.ids[0]!)
      await kit.settle()
      expect((await kit.view(sent)).state).toBe('completed')
    },
  },
  {
    name: 'takes the signatures of two at the same time at once',
    async run(kit) {
      const sent = await kit.send({ people: TOGETHER })
      await Promise.all(sent.ids.map((id) => kit.sign(id)))
      await kit.settle()
      expect((await kit.view(sent)).state).toBe('completed')
      expect(await kit.count(sent, 'sign')).toBe(2)
    },
  },
  {
    name: 'follows a mixed order, or says that it cannot',
    async run(kit) {
      const can = kit.stub?.service.capabilities.parallel !== 'all'
      const sent = await sendOr(kit, { people: MIXED }, can, 'parallel')
      if (!sent) return
      expect((await kit.view(sent)).people).toBe('invited waiting waiting waiting')
      await kit.sign(sent.ids[0]!)
      await kit.settle()
      expect((await kit.view(sent)).people).toBe('signed invited invited waiting')
      for (const index of [2, 1, 3]) {
        await kit.sign(sent.ids[index]!)
        await kit.settle()
      }
      expect((await kit.view(sent)).state).toBe('completed')
    },
  },
  {
    name: 'lets somebody approve before others sign, or says that it cannot',
    async run(kit) {
      const can = kit.stub?.service.capabilities.approvers !== false
      const sent = await sendOr(kit, { people: APPROVER }, can, 'approvers')
      if (!sent) return
      expect((await kit.view(sent)).people).toBe('invited waiting waiting')
      await kit.approve(sent.ids[0]!)
      await kit.settle()
      expect((await kit.view(sent)).people).toBe('approved invited waiting')
    },
  },
  {
    name: 'sends a copy to somebody who does not sign once all have',
    async run(kit) {
      const copies = async () => (await mailsTo(kit.db, 'c@kestrel.example')).length
      const before = await copies()
      const sent = await kit.send({ people: COPY })
      for (const id of sent.ids.slice(0, 2)) {
        expect(await copies()).toBe(before)
        await kit.sign(id)
        await kit.settle()
      }
      expect(await copies()).toBeGreaterThan(before)
      expect((await kit.view(sent)).people).toBe('signed signed waiting')
      expect((await kit.view(sent)).state).toBe('completed')
    },
  },
  {
    name: 'lets three people of one party sign one after another',
    async run(kit) {
      const people = [person('a', 'a'), person('c', 'a'), person('d', 'a'), person('b', 'b')]
      const sent = await kit.send({ people })
      for (const id of sent.ids) {
        await kit.sign(id)
        await kit.settle()
      }
      expect((await kit.view(sent)).people).toBe('signed signed signed signed')
    },
  },
  {
    name: 'takes many people, or says that they are too many',
    async run(kit) {
      const many = Array.from({ length: 11 }, (_, n) =>
        person(String.fromCharCode(97 + n), n % 2 ? 'b' : 'a'),
      )
      const can = (kit.stub?.service.capabilities.maximumSignatories ?? 100) >= many.length
      const sent = await sendOr(kit, { people: many }, can, 'many')
      if (sent) expect((await kit.view(sent)).people).toBe(`invited${' waiting'.repeat(10)}`)
    },
  },
  {
    name: 'lets companies seal where the service has seals, and sign without them elsewhere',
    async run(kit) {
      const sent = await kit.send({ withSeals: true })
      for (const id of sent.ids) {
        await kit.sign(id)
        await kit.settle()
      }
      expect((await kit.view(sent)).state).toBe('completed')
    },
  },
  {
    name: 'refuses people whom it cannot reach',
    async run(kit) {
      const people = [person('a', 'a', { email: '' }), person('b', 'b', { phone: undefined })]
      const { email, phone } = kit.stub?.service.capabilities.contacts ?? { email: true, phone: true }
      const objection = await refusal(kit, { people })
      if (email && phone) expect(objection).toBeNull()
      else expect(objection).toBe(`signing.services.objection.${email ? 'contactEmail' : 'contactPhone'}`)
    },
  },
]
