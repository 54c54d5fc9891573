import { expect, test } from 'vitest'
import { logAction } from '#modules/documents/index.ts'
import { type KnownIdentity, levelKeys } from '#modules/signing/identity/identity-level.ts'
import { recordRevision } from '#modules/signing/revisions.ts'
import '#src/app/events.ts'
import { hashOf } from '#src/core/secrets.ts'
import { getFile } from '#src/jobs/storage.ts'
import { signingDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { verifyFile } from './verification/verify-kit.ts'

const context = setUpCast()

test.each<[string, KnownIdentity, string[]]>([
  ['nothing', {}, []],
  ['a code', { code: 'both' }, ['code.both']],
  ['a service', { service: 'real-name' }, ['service.real-name']],
  [
    'a passed check',
    { code: 'phone', realName: { elements: 'four', state: 'passed' } },
    ['code.phone', 'realName.four'],
  ],
  [
    'an open check',
    { code: 'email', realName: { elements: 'two', state: 'asked' } },
    ['code.email', 'asked'],
  ],
  ['a waived check', { realName: { elements: 'two', state: 'waived' } }, ['waived']],
])('the level of somebody known by %s', (_, known, keys) => {
  expect(levelKeys(known)).toEqual(keys)
})

test('the identity check by another service is shown on the page of the signing and on /verify', async () => {
  const { documentId, signatoryId } = await signingDocument(context.db, context.cast.lin.viewer)
  const {
    signing_id: signingId,
    email,
    party,
  } = await context.db
    .updateTable('signing.signatory')
    .set({ provider: 'esign', state: 'signed', signed_at: new Date() })
    .where('id', '=', signatoryId)
    .returning(['signing_id', 'email', 'party'])
    .executeTakeFirstOrThrow()
  const actor = { identity: 'signatory', operator: 'Chen Lian' } as const
  const facts = { email: email!, party, provider: 'esign', level: 'real-name' }
  await context.db.transaction().execute((trx) => logAction(trx, documentId, actor, 'sign', facts))
  const progress = await context.cast.lin.client.get(`/mgmt/${documentId}/signing?locale=en_US`)
  expect(await progress.text()).toContain('real name, as the e-sign service reports')

  const { key } = await context.db
    .selectFrom('signing.revision')
    .select('key')
    .where('signing_id', '=', signingId)
    .executeTakeFirstOrThrow()
  const file = await getFile(context.db, key)
  const finished = new Uint8Array([...file, ...new TextEncoder().encode('\n% finished elsewhere\n')])
  const verified = async () => (await verifyFile(context.client, finished)).text()
  expect(await verified()).not.toContain('Signed at other companies’ services')
  await context.db
    .transaction()
    .execute((trx) => recordRevision(trx, signingId, { number: 1, file: { key, sha256: hashOf(finished) } }))
  const page = await verified()
  expect(page).toContain('Signed at other companies’ services')
  expect(page).toContain('Identity level: real name, as the e-sign service reports')
})
