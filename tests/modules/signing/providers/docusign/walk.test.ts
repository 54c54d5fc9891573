import { afterEach, expect, test } from 'vitest'
import { docusign } from '#modules/signing/providers/docusign/docusign.ts'
import { ProviderError } from '#modules/signing/providers/remote/provider-error.ts'
import type { RemoteSignatory, RemoteState } from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import type { DocusignStub } from '#tests/stubs/docusign/docusign.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'
import { orderFor, requestOf, signatory, startConsented } from './order.ts'

const WALKS = caseCount(25, 300)
const STEPS = 16
const ENDS: RemoteState[] = ['completed', 'declined', 'expired', 'revoked']

let stub: DocusignStub
afterEach(() => stub?.stop())

/** The state of an envelope in the stub. */
function truthOf(id: string): RemoteState {
  const { status, voidedReason } = stub.envelope(id)
  if (status === 'voided') return voidedReason === 'Envelope has expired.' ? 'expired' : 'revoked'
  if (status === 'deleted') return 'revoked'
  if (status === 'created') return 'draft'
  return status === 'completed' || status === 'declined' ? status : 'started'
}

test('the progress matches the service in any order of events, and an end is final', async () => {
  const seed = drawSeed()
  const { below, pick } = seeded(seed)
  stub = await startConsented()
  const service = docusign(stub.settings)
  const reached = new Set<RemoteState>()
  for (let walk = 0; walk < WALKS; walk += 1) {
    const people: RemoteSignatory[] = [1, 2, 3].map(() =>
      signatory({ order: 1 + below(2), role: pick(['signer', 'signer', 'approver', 'copy']) }),
    )
    people.push(signatory({ order: 1 + below(2) }))
    const id = await service.draft(await orderFor(people))
    const atService: (() => Promise<unknown>)[] = [
      () => stub.signAs(id, pick(people).id),
      () => stub.signAs(id, pick(people).id),
      () => stub.signAs(id, pick(people).id),
      () => stub.declineAs(id, pick(people).id, 'no'),
      () => stub.expire(id),
      () => stub.revokeAtService(id),
    ]
    const ours: (() => Promise<unknown>)[] = [
      () => service.start(id),
      () => service.start(id),
      () => service.remind(id, pick(people)),
      () => service.correctContact!(id, pick(people)),
      () => service.extend!(id, fromNow((20 + below(9)) * DAY)),
      () => service.signerLink(id, pick(people), 'https://app.example/signed'),
      async () => below(4) === 0 && service.revoke(id, 'no'),
    ]
    for (let step = 0; step < STEPS; step += 1) {
      const before = truthOf(id)
      stub.fail = below(5) ? null : { times: 1, how: pick(['500', 'closed', 'after']) }
      const isOurs = below(2) === 0
      const error = await Promise.resolve()
        .then(pick(isOurs ? ours : atService))
        .then(() => null)
        .catch((one) => one)
      stub.fail = null
      if (isOurs && error) expect([seed, error]).toEqual([seed, expect.any(ProviderError)])
      const { state, signatories } = await service.progress(id)
      expect([seed, walk, step, state]).toEqual([seed, walk, step, truthOf(id)])
      if (ENDS.includes(before)) expect([seed, walk, step, state]).toEqual([seed, walk, step, before])
      expect(signatories.map((one) => one.id).sort()).toEqual(people.map((one) => one.id).sort())
      reached.add(state)
    }
    expect(new Set(stub.callbacks.map((one) => service.readCallback(requestOf(one))?.key)).size).toBe(
      stub.callbacks.length,
    )
    stub.callbacks.length = 0
    const invitations = stub.mails.filter((mail) => mail.kind === 'invitation' && mail.envelopeId === id)
    expect(new Set(invitations.map(({ to }) => to)).size).toBe(invitations.length)
  }
  expect(reached.size).toBeGreaterThanOrEqual(4)
})
