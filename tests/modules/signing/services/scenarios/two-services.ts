import { expect } from 'vitest'
import { findFile } from '#modules/documents/index.ts'
import type { ProviderName } from '#modules/signing/providers/provider-name.ts'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import { getFile } from '#src/jobs/storage.ts'
import { type Places, person, type Scenario, type Sent, type ServiceKit, TWO_PARTIES } from '../kit.ts'
import { state } from './callbacks.ts'
import { refusal } from './order.ts'

/** The provider of the other party: our own provider, or e签宝 if ours is under test. */
const otherOf = (kit: ServiceKit): ProviderName => (kit.stub ? 'builtin' : 'esign')

async function places(kit: ServiceKit, first: 'own' | 'other'): Promise<Places> {
  const other = otherOf(kit)
  if (other === 'esign') await kit.addService('esign')
  return first === 'own' ? { a: kit.name, b: other } : { a: other, b: kit.name }
}

/** Whether the provider under test accepts a document with signatures. */
const mayFollow = (kit: ServiceKit) => kit.stub?.service.capabilities.keepsSignatures !== false

async function finishSigning(kit: ServiceKit, sent: Sent) {
  for (const id of sent.ids) {
    await kit.sign(id)
    await kit.settle()
  }
  expect((await kit.view(sent)).state).toBe('completed')
}

/** The signatures of the finished file. */
async function signaturesOf(kit: ServiceKit, { documentId }: Sent) {
  const file = (await findFile(kit.db, documentId, 'signed-pdf'))!
  const { signatures } = await inspectSignatures(await getFile(kit.db, file.key, file.sha256), [])
  return signatures
}

/** The cases: the provider under test signs second or first. */
const FIRSTS = ['own', 'other'] as const

const bothWays = (name: string, run: (kit: ServiceKit, places: Places) => Promise<void>): Scenario[] =>
  FIRSTS.map((first) => ({
    name: `${name} (${first === 'own' ? 'first' : 'second'})`,
    async run(kit) {
      const where = await places(kit, first)
      if (first === 'own' || mayFollow(kit)) return run(kit, where)
      expect(await refusal(kit, { places: where })).toBe('signing.services.objection.signed')
    },
  }))

export const TWO_SERVICES: Scenario[] = [
  ...bothWays('gives the second service the file that the first has finished', async (kit, where) => {
    const sent = await kit.send({ places: where })
    expect((await kit.view(sent)).people).toBe('invited waiting')
    await kit.sign(sent.ids[0]!)
    await kit.settle()
    expect((await kit.view(sent)).people).toBe('signed invited')
    await kit.sign(sent.ids[1]!)
    await kit.settle()
    expect((await kit.view(sent)).state).toBe('completed')
    const signatures = await signaturesOf(kit, sent)
    expect(signatures.length).toBeGreaterThan(1)
    expect(signatures.flatMap(({ problems }) => problems)).toEqual([])
    expect(await kit.uses(sent)).toBe(1)
  }),
  ...bothWays('ends everything when the second party declines', async (kit, where) => {
    const sent = await kit.send({ places: where })
    await kit.sign(sent.ids[0]!)
    await kit.settle()
    await kit.decline(sent.ids[1]!, 'No')
    await kit.settle()
    expect(await kit.view(sent)).toMatchObject({ status: 'finalised', state: 'declined' })
  }),
  ...bothWays('does not start the second service when the first party declines', async (kit, where) => {
    const sent = await kit.send({ places: where })
    await kit.decline(sent.ids[0]!, 'No')
    await kit.settle()
    expect(await kit.view(sent)).toMatchObject({ state: 'declined', people: 'declined waiting' })
    const rows = await kit.db
      .selectFrom('signing.remote_signing')
      .select('stage')
      .where('signing_id', '=', sent.signingId)
      .where('stage', '=', 2)
      .execute()
    expect(rows).toEqual([])
  }),
  ...bothWays('puts people who sign at the same time at two services in an order', async (kit, places) => {
    const people = [TWO_PARTIES[0]!, person('b', 'b', { together: true })]
    const sent = await kit.send({ people, places })
    expect((await kit.view(sent)).people).toBe('invited waiting')
    await finishSigning(kit, sent)
  }),
  ...bothWays('goes back to the first service for its last signatory', async (kit, places) => {
    const people = [person('a', 'a'), person('b', 'b'), person('c', 'a')]
    if (places.a === kit.name && !mayFollow(kit)) {
      expect(await refusal(kit, { people, places })).toBe('signing.services.objection.signed')
      return
    }
    const sent = await kit.send({ people, places })
    await finishSigning(kit, sent)
    expect((await kit.view(sent)).people).toBe('signed signed signed')
  }),
  {
    name: 'changes nothing when the first service repeats itself during the second',
    async run(kit) {
      const sent = await kit.send({ places: await places(kit, 'own') })
      await kit.sign(sent.ids[0]!)
      const callbacks = kit.take()
      for (const one of callbacks) await kit.deliver(one)
      await kit.settle()
      const before = await state(kit, sent)
      for (const one of callbacks) await kit.deliver(one)
      await kit.work()
      expect(await state(kit, sent)).toEqual(before)
    },
  },
]
