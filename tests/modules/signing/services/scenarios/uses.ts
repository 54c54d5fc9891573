import { expect } from 'vitest'
import { listActions } from '#modules/documents/audit-log.ts'
import { findFile } from '#modules/documents/index.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import type { AppError } from '#src/core/errors.ts'
import { getFile } from '#src/jobs/storage.ts'
import { newClient } from '#tests/support/client.ts'
import { pdfText } from '#tests/support/pdf-tools.ts'
import type { Scenario, Sent, ServiceKit } from '../kit.ts'

async function completed(kit: ServiceKit): Promise<Sent> {
  const sent = await kit.send()
  for (const id of sent.ids) {
    await kit.sign(id)
    await kit.settle()
  }
  return sent
}

/** Runs `work` while the sender has no authorisation at the provider. */
async function withoutAuthorisation(kit: ServiceKit, work: () => Promise<void>) {
  const rows = kit.db.updateTable('authorisations.authorisation').where('provider', '=', kit.name)
  const validity = await kit.db
    .selectFrom('authorisations.authorisation')
    .select(['starts_at', 'ends_at'])
    .where('provider', '=', kit.name)
    .where('state', '=', 'granted')
    .orderBy('ends_at', 'desc')
    .executeTakeFirstOrThrow()
  const over = { starts_at: new Date('2020-01-01'), ends_at: new Date('2021-01-01') }
  await rows.set(over).execute()
  try {
    await work()
  } finally {
    await rows.set(validity).execute()
  }
}

export const USES: Scenario[] = [
  {
    name: 'spends one use for a signing',
    async run(kit) {
      const left = await kit.usesLeft()
      const sent = await completed(kit)
      expect(await kit.usesLeft()).toBe(left - 1)
      expect(await kit.uses(sent)).toBe(1)
    },
  },
  {
    name: 'spends one use when two people of the team send at once',
    async run(kit) {
      const documentId = await kit.prepare()
      const left = await kit.usesLeft()
      const results = await Promise.allSettled([kit.start(documentId), kit.start(documentId)])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await kit.settle()
      expect(await kit.usesLeft()).toBe(left - 1)
    },
  },
  {
    name: 'sends nothing and spends nothing without the sender’s authorisation',
    run: (kit) =>
      withoutAuthorisation(kit, async () => {
        const documentId = await kit.prepare()
        const left = await kit.usesLeft()
        const sending = startSigning(kit.db, kit.viewer, documentId, 'en_US')
        await expect(sending).rejects.toMatchObject({ code: 'AUTHORISATION_REQUIRED' })
        expect(await kit.usesLeft()).toBe(left)
      }),
  },
  {
    name: 'sends nothing and spends nothing without a remaining use',
    async run(kit) {
      const documentId = await kit.prepare()
      const poor = { ...kit.cast.hannah.viewer }
      const sending = startSigning(kit.db, poor, documentId, 'en_US')
      const code = await sending.then(
        () => null,
        (error: AppError) => error.code,
      )
      expect(code).toBe('NOT_FOUND')
    },
  },
  {
    name: 'takes no service that is not offered, and no party that does not sign',
    async run(kit) {
      const documentId = await kit.prepare()
      for (const fields of [{ 'service-a': 'nobody' }, { 'service-j': 'builtin' }, { 'service-b': '' }]) {
        const { status } = await kit.client.post(`/mgmt/${documentId}/services`, fields as never)
        expect([fields, status]).toEqual([fields, 422])
      }
    },
  },
  {
    name: 'says why a service cannot carry out a choice, and keeps the choice in the form',
    async run(kit) {
      const documentId = await kit.prepare({ places: { a: 'builtin', b: 'builtin' } })
      const fields = { 'service-a': 'builtin', 'service-b': kit.name }
      const answer = await kit.client.post(`/mgmt/${documentId}/services`, fields)
      if (kit.stub?.service.capabilities.keepsSignatures !== false) expect(answer.status).toBe(303)
      else {
        expect(answer.status).toBe(422)
        expect(await answer.text()).toMatch(/must be the first service[\s\S]*<option value="\w+" selected/)
      }
    },
  },
  {
    name: 'keeps the signed file with signatures that hold',
    async run(kit) {
      const sent = await completed(kit)
      const file = (await findFile(kit.db, sent.documentId, 'signed-pdf'))!
      const { signatures } = await inspectSignatures(await getFile(kit.db, file.key, file.sha256), [])
      expect(signatures.length).toBeGreaterThan(0)
      expect(signatures.flatMap(({ problems }) => problems)).toEqual([])
      const latest = await kit.db
        .selectFrom('signing.revision')
        .select('sha256')
        .where('signing_id', '=', sent.signingId)
        .orderBy('number', 'desc')
        .executeTakeFirstOrThrow()
      expect(latest.sha256).toBe(file.sha256)
    },
  },
  {
    name: 'keeps a certificate of completion',
    async run(kit) {
      const sent = await completed(kit)
      expect(await findFile(kit.db, sent.documentId, 'completion-certificate')).toBeTruthy()
      const answer = await kit.client.get(`/mgmt/${sent.documentId}/certificate.pdf`)
      expect(answer.status).toBe(200)
      const text = await pdfText(new Uint8Array(await answer.arrayBuffer()))
      expect(text.includes('Signed through')).toBe(kit.stub !== null)
      expect(text.includes('typed name')).toBe(kit.stub === null)
    },
  },
  {
    name: 'logs where the sender has authorised us',
    async run(kit) {
      const sent = await kit.send()
      const actions = await listActions(kit.db, sent.documentId)
      const { details } = actions.find(({ action }) => action === 'start-signing')!
      expect(details.authorisedAt).toBe(kit.stub ? kit.name : undefined)
      expect(details.senderName).toBe(kit.viewer.teamName)
    },
  },
  {
    name: 'offers the signed file to its team and to nobody else',
    async run(kit) {
      const sent = await completed(kit)
      const path = `/mgmt/${sent.documentId}/signed.pdf`
      expect((await kit.client.get(path)).status).toBe(200)
      expect((await kit.cast.hannah.client.get(path)).status).toBe(404)
      expect((await newClient(kit.db).get(path)).status).toBe(303)
    },
  },
  {
    name: 'gives an evidence bundle',
    async run(kit) {
      const sent = await completed(kit)
      const answer = await kit.client.get(`/mgmt/${sent.documentId}/evidence.zip`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('zip')
    },
  },
  {
    name: 'logs who signed, in order',
    async run(kit) {
      const sent = await completed(kit)
      const log = (await kit.log(sent)).filter((action) =>
        ['start-signing', 'invite-signatory', 'sign', 'complete-signing'].includes(action),
      )
      expect(log).toEqual([
        'start-signing',
        'invite-signatory',
        'sign',
        'invite-signatory',
        'sign',
        'complete-signing',
      ])
    },
  },
  {
    name: 'shows the sender on the page of the signing who has signed',
    async run(kit) {
      const sent = await kit.send()
      await kit.sign(sent.ids[0]!)
      await kit.settle()
      const page = await (await kit.client.get(`/mgmt/${sent.documentId}/signing`)).text()
      expect(page).toContain('Person A')
      expect(page).toContain('1 of 2')
    },
  },
]
