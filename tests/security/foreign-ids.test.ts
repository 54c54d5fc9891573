import { beforeAll, describe, expect, test } from 'vitest'
import type { Grant } from '#modules/accounts/permissions.ts'
import { findDocument } from '#modules/documents/index.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { giveApp, giveDevice } from '#tests/cast/factors.ts'
import { PASSWORD, type PersonName } from '#tests/cast/people.ts'
import { finalisedDocument, SIGNATORIES } from '#tests/cast/signing.ts'
import { inviteByMail, onPlan } from '#tests/cast/teams.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { checksum } from '#tests/support/checksum.ts'
import { newClient } from '#tests/support/client.ts'
import { note } from '#tests/support/measured.ts'
import { bodyFor, encoded, fingerprint, type Route, siteRoutes } from '#tests/support/routes.ts'
import { ALL_LARGE } from '#tests/support/runs.ts'

let db: Db
let world: World
/** An id of Lin's team for each kind that an address, a query or a body can contain. */
let ids: Record<
  | 'document'
  | 'member'
  | 'invitation'
  | 'session'
  | 'attempt'
  | 'factor'
  | 'device'
  | 'signatory'
  | 'team'
  | 'contact'
  | 'batch'
  | 'contactImport'
  | 'keyDate'
  | 'label'
  | 'savedView'
  | 'conversation'
  | 'task'
  | 'message'
  | 'reviewer'
  | 'order'
  | 'upload'
  | 'archive'
  | 'dataExport'
  | 'mandate'
  | 'memoryImport'
  | 'apiKey'
  | 'webhook'
  | 'webhookDelivery'
  | 'ssoDomain'
  | 'ssoIdentity'
  | 'seal'
  | 'authorisation'
  | 'serviceAttempt'
  | 'import'
  | 'savedTemplate'
  | 'announcement'
  | 'consultation',
  string
>

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
  const { lin, hannah, zhou } = world.cast
  for (const { viewer } of [lin, hannah]) await onPlan(db, viewer.teamId)
  await inviteByMail(db, lin.client, 'invited@kestrel.example')
  const [invitation] = await db.selectFrom('accounts.invitation').select('id').execute()
  const session = await db
    .selectFrom('platform.session')
    .select('id')
    .where('account_id', '=', lin.viewer.id)
    .executeTakeFirstOrThrow()
  ids = {
    document: world.draft.id,
    member: zhou.viewer.id,
    invitation: invitation!.id,
    session: session.id,
    attempt: await waitingAttempt(),
    factor: (await giveApp(db, zhou.viewer.id)).id,
    device: await giveDevice(db, zhou.viewer.id),
    signatory: world.signing.signatoryId,
    team: lin.viewer.teamId,
    contact: world.contactId,
    batch: world.batchId,
    contactImport: world.contactImportId,
    keyDate: world.keyDateId,
    label: world.labelId,
    savedView: world.viewId,
    conversation: world.conversationId,
    task: world.taskId,
    message: world.messageId,
    reviewer: world.review.oliverId,
    order: world.orderId,
    upload: world.uploadId,
    import: world.importedId,
    savedTemplate: world.savedTemplateId,
    consultation: world.consultationId,
    announcement: world.announcementId,
    archive: world.archiveId,
    dataExport: world.dataExportId,
    mandate: world.mandateId,
    memoryImport: world.memoryImportId,
    seal: world.sealId,
    apiKey: world.apiKeyId,
    webhook: world.webhookId,
    webhookDelivery: world.webhookDeliveryId,
    ssoDomain: world.ssoDomainId,
    ssoIdentity: world.ssoIdentityId,
    authorisation: world.authorisationId,
    serviceAttempt: world.serviceAttemptId,
  }
})

/** A person without an account who returned from WeChat in Lin's browser. */
async function waitingAttempt(): Promise<string> {
  const { client } = world.cast.lin
  const away = await client.post('/acct/login-wechat', { current: PASSWORD })
  expect(away.status).toBe(303)
  const set = { subject: 'demo-yuan', nickname: '远山 Yuan', account_id: null }
  const row = await db
    .updateTable('accounts.social_attempt')
    .set(set)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const OTHERS: PersonName[] = ['hannah', 'zhou', 'ruo']

async function ask(who: PersonName, route: Route, address: string) {
  const body = route.method === 'GET' ? null : encoded(route, await bodyFor(route, world))
  return world.cast[who].client.send(route.method, address, {
    body: body?.text,
    headers: body ? { 'content-type': body.type } : {},
  })
}

const pathWith = ({ path }: Route, id: string) => path.replace(':service', 'esign').replace(':id', id)

/** Captchas, message keys and data for a new second factor differ on every page. */
const withoutVolatile = (seen: Awaited<ReturnType<typeof fingerprint>>) => ({
  ...seen,
  body: seen.body
    .replace(/name="(captchaId|key|id|sealed)" value="[^"]+"|base64,[^"]+/g, '')
    .replace(/data-options="[^"]+"|<path d="M\d+ [^"]+"|[A-Z2-7]{4}( [A-Z2-7]{4}){7}/g, ''),
})

// The tests depend on each other, in order.
describe('ids of other teams', { shuffle: false }, () => {
  describe('an id of another team in an address', () => {
    const KINDS: [RegExp, keyof typeof ids, PersonName[]][] = [
      [/^\/mgmt\/acct-info\/members\/:id/, 'member', ['hannah', 'ruo']],
      [/^\/mgmt\/acct-info\/invitations\/:id/, 'invitation', ['hannah', 'ruo']],
      [/^\/mgmt\/invitations\/:id/, 'invitation', [...OTHERS, 'lin']],
      [/^\/mgmt\/acct-info\/sessions\/:id/, 'session', OTHERS],
      [/^\/mgmt\/acct-info\/security\/factors\/:id/, 'factor', ['lin', 'hannah', 'ruo']],
      [/^\/mgmt\/acct-info\/security\/devices\/:id/, 'device', ['lin', 'hannah', 'ruo']],
      [/^\/desk\/.*:id/, 'member', ['lin', 'hannah', 'zhou']],
      [/^\/mgmt\/batches\/:id/, 'batch', OTHERS],
      [/^\/mgmt\/contacts\/import\/:id/, 'contactImport', OTHERS],
      [/^\/mgmt\/(contacts\/:id|:id\/communicat-doc$)/, 'contact', ['hannah', 'ruo']],
      [/^\/mgmt\/filing\/labels\/:id/, 'label', ['hannah', 'ruo']],
      [/^\/mgmt\/filing\/views\/:id/, 'savedView', OTHERS],
      [/^\/mgmt\/key-dates\/:id/, 'keyDate', OTHERS],
      [/^\/mgmt\/:id\/checklist/, 'import', OTHERS],
      [/^\/mgmt\/orders\/:id/, 'order', OTHERS],
      [/^\/mgmt\/acct-info\/renewal\/:id/, 'mandate', OTHERS],
      [/^\/mgmt\/imports\/uploads\/:id/, 'upload', OTHERS],
      [/^\/mgmt\/archives\/:id/, 'archive', OTHERS],
      [/^\/mgmt\/acct-info\/export\/:id/, 'dataExport', OTHERS],
      [/^\/mgmt\/acct-info\/translation-memory\/:id/, 'memoryImport', OTHERS],
      [/^\/mgmt\/acct-info\/seals\/:id/, 'seal', OTHERS],
      [/^\/mgmt\/acct-info\/api-keys\/:id/, 'apiKey', OTHERS],
      [/^\/mgmt\/acct-info\/webhooks\/deliveries\/:id/, 'webhookDelivery', OTHERS],
      [/^\/mgmt\/acct-info\/webhooks\/:id/, 'webhook', OTHERS],
      [/^\/mgmt\/acct-info\/single-sign-on\/domains\/:id/, 'ssoDomain', OTHERS],
      [/^\/mgmt\/acct-info\/single-sign-on\/people\/:id/, 'ssoIdentity', OTHERS],
      [/^\/mgmt\/acct-info\/services\/:service\/authorisations\/:id/, 'serviceAttempt', OTHERS],
      // Zhou is in the same team.
      [/^\/mgmt\/acct-info\/authorisation\/:id/, 'authorisation', ['hannah', 'ruo']],
      [/^\/mgmt\/:id\/(my-docs-import-(view|edit)|(imported|original)\.pdf)$/, 'import', OTHERS],
      [/^\/mgmt\/(consultations|confirm-order)\/:id/, 'consultation', OTHERS],
      [/^\/mgmt\/tasks\/:id/, 'task', OTHERS],
      [/^\/mgmt\/messages\/:id/, 'message', OTHERS],
      // A draft, which no customer can read.
      [/^\/(mgmt\/)?announcements\/:id/, 'announcement', [...OTHERS, 'lin']],
      [/^\/(faq|mgmt\/faq-list)\/:id\/vote$/, 'document', OTHERS],
      [/^\/mgmt\/doc-lib\/:id/, 'document', OTHERS],
      [/^\/mgmt\/my-templates\/:id/, 'savedTemplate', OTHERS],
      [/^\/mgmt\/:id\//, 'document', OTHERS],
      [/^\/signing\/:id/, 'signatory', [...OTHERS, 'lin']],
      [/^\/review\/:id/, 'reviewer', [...OTHERS, 'lin']],
    ]

    test('looks on every route exactly like an unknown id, and changes nothing', async () => {
      const routes = siteRoutes(db).filter(
        ({ path }) => path.includes(':id') && !/again|^\/authorities/.test(path),
      )
      expect(routes.length).toBeGreaterThan(30)
      const before = await checksum(db, ['platform.nonce'])
      for (const route of routes) {
        const [, kind, people] = KINDS.find(([pattern]) => pattern.test(route.path)) ?? []
        if (!kind || !people) throw new Error(`nobody tries a foreign id on ${route.path}`)
        for (const who of people) {
          const seen = []
          for (const id of [ids[kind], newId()])
            seen.push(withoutVolatile(await fingerprint(await ask(who, route, pathWith(route, id)), id)))
          expect([route, who, seen[0]]).toEqual([route, who, seen[1]])
          expect([route, who, seen[0]!.status]).not.toEqual([route, who, 200])
        }
      }
      expect(await checksum(db, ['platform.nonce'])).toBe(before)
    })

    test('works for its own team, so the refusals above are meaningful', async () => {
      const { client } = world.cast.lin
      expect((await client.get(`/mgmt/acct-info/members/${ids.member}`)).status).toBe(200)
      expect((await world.cast.ruo.client.get(`/desk/accounts/${ids.member}`)).status).toBe(200)
      expect((await client.post(`/mgmt/acct-info/invitations/${ids.invitation}/mail`)).status).toBe(303)
    })
  })

  test('a foreign id in any query looks on every page like an unknown id', async () => {
    const pages = siteRoutes(db).filter(
      ({ method, path }) => method === 'GET' && !/:|outbox|^\/dev/.test(path),
    )
    expect(pages.length).toBeGreaterThan(35)
    const names = [
      'after',
      'before',
      'sentBefore',
      'social',
      'deleted',
      'restored',
      'id',
      'document',
      'account',
      'team',
      'template',
    ]
    // The conversation belongs to Hannah.
    const { conversation: _, ...foreign } = ids
    const kinds = Object.values(foreign)
    for (const [n, route] of pages.filter(({ path }) => !path.startsWith('/api/customer/')).entries())
      for (const id of ALL_LARGE ? kinds : [kinds[n % kinds.length]!]) {
        const seen = []
        // An id of the same moment, so that no page of a list ends between the two.
        for (const one of [id, id.slice(0, -12) + newId().slice(-12)]) {
          const query = names.map((name) => `${name}=${one}`).join('&')
          seen.push(
            withoutVolatile(await fingerprint(await ask('hannah', route, `${route.path}?${query}`), one)),
          )
        }
        expect([route, seen[0]]).toEqual([route, seen[1]])
      }
  })

  describe('an id of another team in a body', () => {
    test('among one’s own signatories affects no other signatory', async () => {
      const { client, viewer } = world.cast.hannah
      const own = await finalisedDocument(db, viewer)
      const rows = () =>
        db.selectFrom('signing.signatory').selectAll().where('id', '=', ids.signatory).execute()
      const before = await rows()
      const signatories = SIGNATORIES.map((one, n) => ({
        ...one,
        id: n ? ids.document : ids.signatory,
        signing_id: world.signing.documentId,
        name: 'Mallory',
      }))
      const set = await client.put(`/mgmt/${own}/signatories`, { signatories, document_id: ids.document })
      expect(set.status).toBe(200)
      expect((await client.post(`/mgmt/${own}/signing`)).status).toBe(303)
      expect(await rows()).toEqual(before)
    })

    test('of a person from WeChat in another browser links no account', async () => {
      const fields = { login: 'hannah', password: 'Lotus2026', agreement: 'yes' }
      for (const social of [ids.attempt, newId()])
        expect((await newClient(db).post('/acct/login', { ...fields, social })).status).toBe(303)
      expect(await db.selectFrom('accounts.social_binding').selectAll().execute()).toEqual([])
      const { client } = world.cast.lin
      expect(
        (await client.post('/acct/login', { ...fields, login: 'lin', social: ids.attempt })).status,
      ).toBe(303)
      expect(await db.selectFrom('accounts.social_binding').selectAll().execute()).toHaveLength(1)
    })
  })

  describe('a sub-account', () => {
    const grant = (grants: Grant[]) =>
      db.updateTable('accounts.account').set({ grants }).where('username', '=', 'zhou').execute()

    test('can read with the permission what others draft, on every route, but change nothing', async () => {
      const routes = siteRoutes(db).filter(({ path }) => /^\/mgmt\/:id\/(?!communicat-doc)/.test(path))
      const before = await checksum(db)
      await grant(['team.documents'])
      const during = await checksum(db)
      expect(during).not.toBe(before)
      for (const route of routes)
        for (const id of [world.draft.id, world.finalisedId, world.signing.documentId]) {
          const { status } = await ask('zhou', route, route.path.replace(':id', id))
          const refused = route.method === 'GET' ? [404] : [200, 303]
          const missing =
            /(checklist|final|signed|imported|original|earlier-signatures|my-docs-import-\w+|signing|signatories\/:signatory|signing-deadline|questions|review|reviewers|decision|removal|:number|:page)\b/.test(
              route.path,
            ) || status === 403
          expect([route, id, !missing && refused.includes(status)]).toEqual([route, id, false])
        }
      expect(await checksum(db)).toBe(during)
      expect((await findDocument(db, world.cast.lin.viewer, world.draft.id)).status).toBe('draft')
    })
  })

  const PAIRS = 200

  test.runIf(ALL_LARGE)('a foreign id takes as long as an unknown one', async () => {
    const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!
    for (const path of ['view-doc', 'edit-doc', 'action-log', 'signing', 'final.pdf']) {
      const times: [number[], number[]] = [[], []]
      for (let n = 0; n < PAIRS; n++)
        for (const which of n % 2 ? [0, 1] : [1, 0]) {
          const id = which ? newId() : world.signing.documentId
          const begun = performance.now()
          await (await world.cast.hannah.client.get(`/mgmt/${id}/${path}`)).text()
          times[which]!.push(performance.now() - begun)
        }
      const apart = Math.abs(median(times[0]) - median(times[1]))
      note(`foreign against unknown id, ${path}`, `${apart.toFixed(2)} ms of the medians apart`)
      expect([path, apart < 5]).toEqual([path, true])
    }
  })
})
