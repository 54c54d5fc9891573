import { beforeAll, describe, expect, test } from 'vitest'
import { storeStatement } from '#modules/orders/desk/bank/statement.ts'
import { findOrderAndInvoice } from '#modules/orders/invoices/invoice.ts'
import { closeOrder } from '#modules/orders/ordering/order.ts'
import { settle } from '#modules/orders/payments/settle.ts'
import { findDraft } from '#modules/templates/publishing/draft.ts'
import { now, setClock, shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { draftedAnnouncement } from '#tests/cast/announcements.ts'
import { acceptOffer, offeredConsultation, orderForm, orderPage } from '#tests/cast/consultations.ts'
import { buy, order } from '#tests/cast/orders.ts'
import type { Person } from '#tests/cast/people.ts'
import { formsOfAccesses } from '#tests/cast/support-access.ts'
import { onPlan } from '#tests/cast/teams.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { formValues } from '#tests/support/form.ts'
import { addressOf, bodyFor, clientFor, encoded, type Route, siteRoutes } from '#tests/support/routes.ts'
import { rowsOf, twinOf } from '#tests/support/twin.ts'
import { postFiles } from '#tests/support/upload.ts'

let world: World
/** Two equal databases: one gets each form unchanged, the other one with extra fields. */
let plainDb: Db
let stuffedDb: Db
let furtherIds: Awaited<ReturnType<typeof prepareFurther>>

beforeAll(async () => {
  world = await copyOfWorld()
  plainDb = world.db
  await makeReady()
  furtherIds = await prepareFurther()
  stuffedDb = await twinOf(plainDb)
  const at = new Date()
  setClock(() => at)
})

/** Fields that no user may set, each with a value that its column accepts. */
function extraFor({ path }: Route, { cast }: World): Record<string, unknown> {
  const states: [RegExp, string][] = [
    [/order|payment|statement|invoice|slip/, 'paid'],
    [/sign|reminder|turn/, 'completed'],
    [/review|comment/, 'approved'],
    [/account|member|invitation|acct/, 'frozen'],
  ]
  const state = states.find(([pattern]) => pattern.test(path))?.[1] ?? 'finalised'
  const { teamId, id } = cast.hannah.viewer
  return {
    team_id: teamId,
    teamId,
    account_id: id,
    accountId: id,
    creator_id: id,
    creatorId: id,
    spent_by: id,
    status: state,
    state,
    pay_status: 'paid',
    payStatus: 'paid',
    paid_at: '2026-01-01',
    paidAt: '2026-01-01',
    role: 'agent',
    operations: 'desk',
    permissions: 'desk',
    grants: 'member.invite',
    price: '1',
    unit_price: '1',
    unitPrice: '1',
    used_count: '0',
    used: '0',
    left_after: '999',
    seats: '999',
    created_at: '2000-01-01',
    createdAt: '2000-01-01',
    expires_at: '2999-01-01',
    expiresAt: '2999-01-01',
    lines: '[]',
    contents: '{}',
    valid_to: '2999-01-01',
    package_ends_at: '2999-01-01',
    credited: '0',
    quantity: '77',
    currency: 'USD',
    amount: '1',
    total: '1',
    number: 'QO0000000001',
    discount: '100',
    password_hash: 'none',
    passwordHash: 'none',
    confirmed_by: id,
    problem: 'late',
    kind: 'plan',
    id,
  }
}

/** Requests that end sessions, teams or records come after the requests that need them. */
const LAST_ROUTES =
  /logout|acct\/(login|register)|publication|password|erasure|deletion|hand-over|sessions|removal|withdrawal|closing|closure|rejection|refusal/

const browsers = new Map<Db, Map<Client, Client>>()

/** The same person’s client for another database. */
function before(db: Db, client: Client): Client {
  const open = browsers.get(db) ?? browsers.set(db, new Map()).get(db)!
  const same = open.get(client) ?? newClient(db)
  if (!open.has(client)) for (const [name, value] of client.cookies) same.cookies.set(name, value)
  open.set(client, same)
  return same
}

async function send(db: Db, route: Route, body: Record<string, unknown>) {
  const sent = encoded(route, body)
  const answer = await before(db, clientFor(route, world)).send(route.method, addressOf(route, world), {
    body: sent.text,
    headers: { 'content-type': sent.type },
  })
  await answer.arrayBuffer()
  const lost = answer.headers.get('location')?.includes('lost=') && !LAST_ROUTES.test(route.path)
  return lost ? 401 : answer.status
}

/**
 * Routes whose form needs a value from a mail, a file or a gateway, or a record in another state.
 * `fields.test.ts` starts a signing.
 */
const REFUSED = [
  /^\/(acct\/(register|forgot-password|codes|login-wechat|login-passkey|second-factor)|template-letter|(staff-)?invitation|online-service|feedback)/,
  /^\/(payments\/\w+\/callback|e-sign\/:service\/callback|sign\/:token|review\/login|api\/logs|verify)/,
  /^\/desk\/(files\/check|accounts\/:id\/(hand-over|erasure|renewal-end)|payments\/:id\/(refund-(retry|by-hand)|joint-application)|orders\/:id\/(refund-(retry|transfer)|slip-refusal)|invoices\/:id\/(red-letter|service)|signings\/:id\/end)$/,
  /^\/desk\/templates\/(new\/word|drafts\/:id\/form\/(rule|block))$/,
  /^\/desk\/(authorisations|approvals)\/:id\/(approval|refusal)$/,
  // A block is published after its check.
  /^\/desk\/templates\/block-drafts\/:id\/publication$/,
  // Finished entries have no owner.
  /^\/desk\/(authorisations|invoices)\/:id\/owner$/,
  /^\/mgmt\/orders\/:id\/invoice-change$/,
  // These need archived documents, a round with a return, or comments of the other kind.
  /^\/mgmt\/(filing\/unarchive|:id\/round-(end|continuation))$/,
  /^\/mgmt\/:id\/(review\/)?comments\/:comment\/(sharing|internal)$/,
  /^\/mgmt\/acct-info\/security\//,
  /^\/mgmt\/acct-info\/(renewal|authorisation\/institution|email|mobile|social\/unbinding|invitations\/:id\/mail)$/,
  /^\/mgmt\/(invitations\/:id\/acceptance|batches\/:id\/(table|sending)|contacts\/(import|merge)|tasks\/:id\/start|orders\/:id\/slip)$/,
  /^\/mgmt\/(imports(\/|$)|archives$|acct-info\/(translation-memory|seals\/uploaded)$|consultations\/:id\/import$)/,
  /^\/mgmt\/:id\/(my-docs-import-edit|translation(\/undoing)?|second-reading|versions\/:number\/restoration|adoption|finalisation|signing|own-turn|invite-review)$/,
  /^\/mgmt\/:id\/signatories\/:signatory\/(reminder|address|real-name-waiver)$/,
  /^\/signing\/:id\/(again\/\w+|approval|next\/:next)$/,
  /^\/mgmt\/:id\/reviewers\/:reviewer\/(reminder|email)$/,
  /^\/signing\/:id\/(seal\/(uploaded|removal)|signature-picture)$/,
  // These need a provider: see tests/modules/sso.
  /^\/acct\/sso|^\/mgmt\/acct-info\/single-sign-on\/(provider|test)$/,
  /review\/(:id\/)?comments\/:comment\/removal$|^\/review\/:id\/comments\/:comment\/removal$/,
]

/** Changes of a body in `routes.ts` that is rejected there and accepted here. */
const CHANGES: Record<string, Record<string, string>> = {
  'POST /mgmt/contacts': { email: 'anna@kestrel.example' },
  'POST /mgmt/contacts/:id': { email: 'otto@kestrel.example' },
}

/** The form editor of a template expects the values on its page: the original values, and the revision. */
async function draftForm(route: Route): Promise<Record<string, string>> {
  if (!route.path.startsWith('/desk/templates/drafts/:id/')) return {}
  const { yaml, revision } = await findDraft(plainDb, world.templateDraftId)
  if (route.path.endsWith('/source')) return { yaml, revision: String(revision) }
  if (route.path.endsWith('/undo')) return { revision: String(revision) }
  const { at = '' } = (await bodyFor(route, world)) as Record<string, string>
  const client = before(plainDb, clientFor(route, world))
  const form = `/desk/templates/drafts/${world.templateDraftId}/form`
  if (route.path.endsWith('/form/place')) {
    const html = await (await client.get(form)).text()
    const seen = new RegExp(`name="at" value="${at}"/><input type="hidden" name="seen" value="([^"]*)"`).exec(
      html,
    )
    return { seen: seen?.[1] ?? '' }
  }
  const page = /\/form\/(general|party|field|article|clause)$/.exec(route.path)?.[1]
  return page ? formValues(await (await client.get(`${form}/${page}?at=${at}`)).text()) : {}
}

/** Reads the values that forms need from their pages. */
async function makeReady() {
  const { lin, zhou } = world.cast
  await onPlan(plainDb, lin.viewer.teamId)
  for (const table of ['accounts.account', 'accounts.team'] as const)
    await plainDb.updateTable(table).set({ version: 0 }).execute()
  await plainDb.updateTable('accounts.account').set({ grants: [] }).where('id', '=', zhou.viewer.id).execute()
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Creates records for forms of the orders' desk that need another record than the one in `routes.ts`. */
async function prepareFurther() {
  const { hannah, lin, ruo } = world.cast
  const bank = () => order(plainDb, hannah.viewer, 'single_1', { period: 'once', method: 'bank' })
  const pending = await bank()
  const paid = await bank()
  const late = await bank()
  const slipped = await bank()
  const transfer = { amount: '99.00', reference: 'T-1', day: shanghaiDay() }
  await ruo.client.post(`/desk/orders/${paid.id}/transfer`, transfer)
  await closeOrder(plainDb, hannah.viewer, late.id)
  const money = { method: 'bank', reference: 'T-2', currency: 'CNY', amount: late.total, at: now() } as const
  await settle(plainDb, late.id, money)
  for (const reference of ['T-4', 'T-5']) await settle(plainDb, late.id, { ...money, reference })
  const paymentOf = async (reference: string) => {
    const paymentId = plainDb.selectFrom('orders.payment').select('id').where('reference', '=', reference)
    return (await paymentId.executeTakeFirstOrThrow()).id
  }
  const paymentId = await paymentOf('T-2')
  const target = await bank()
  const bought = await buy(plainDb, lin.viewer, 'single_esign', { period: 'once' })
  const refund = { amount: '1.00', uses: '0', reason: 'Goodwill', step: 'apply' }
  const invoices = [await invoiced(lin), await invoiced(lin)]
  const { cast } = world
  const offered = (subject: string) => offeredConsultation(plainDb, cast, { subject })
  const refused = await offered('One')
  const withdrawn = await offered('Two')
  const open = await offered('Three')
  const ofHannah = (subject: string) => offeredConsultation(plainDb, { lin: hannah, ruo }, { subject })
  const accepted = await ofHannah('Four')
  await acceptOffer(plainDb, hannah.viewer, accepted)
  const ordered = await ofHannah('Five')
  // Another member of staff wrote it, because Ruo schedules it.
  const announced = await draftedAnnouncement(plainDb, cast.zhou.viewer)
  const proposed = await bank()
  const credit = { line: 2, at: now().toISOString(), amount: '9900', reference: 'T-8', remark: '' }
  const statementId = await storeStatement(plainDb, ruo.viewer, [{ ...credit, payer: proposed.buyer_name }])
  const discardedId = await storeStatement(plainDb, ruo.viewer, [{ ...credit, reference: 'T-10', payer: '' }])
  const statement = '日期,金额,流水号,附言,对方户名\n2026-11-22,399.00,T9,房租,房东'
  return [
    [ruo, `/desk/orders/${paid.id}/reversal`, { reversalReason: 'Another order' }],
    [ruo, `/desk/orders/${pending.id}/transfer`, { ...transfer, reference: 'T-3' }],
    [ruo, `/desk/payments/${paymentId}/application`, { applyReason: 'Paid the day before' }],
    [ruo, `/desk/payments/${await paymentOf('T-4')}/order`, { order: target.id }],
    [ruo, `/desk/payments/${await paymentOf('T-5')}/voiding`, { voidReason: 'Confirmed twice' }],
    [ruo, `/desk/orders/${bought.id}/refund`, { ...refund, key: newId() }],
    [ruo, `/desk/invoices/${invoices[0]}/issue`, { number: '26310000000000000009' }, bytesOf('%PDF-1.7')],
    [ruo, `/desk/invoices/${invoices[0]}/reversal`, REVERSAL, bytesOf('%PDF-1.7')],
    [ruo, `/desk/invoices/${invoices[1]}/refusal`, { refusalReason: 'Asked twice' }],
    [hannah, `/mgmt/orders/${slipped.id}/slip`, {}, bytesOf('%PDF-1.7')],
    [ruo, '/desk/statements', {}, bytesOf(statement)],
    [ruo, `/desk/statements/${statementId}/proposal`, { reference: 'T-8', order: proposed.id }],
    [ruo, `/desk/statements/${discardedId}/removal`, {}],
    [lin, `/mgmt/consultations/${refused}/refusal`, { offer: '1', reason: 'Too late' }],
    [lin, `/mgmt/consultations/${withdrawn}/withdrawal`, {}],
    [ruo, `/desk/consultations/${open}/offer`, { amount: '100', days: '3', terms: 'All of it' }],
    [ruo, `/desk/consultations/${accepted}/delivery`, { covering: 'Here it is' }, bytesOf('%PDF-1.7')],
    [hannah, `/mgmt/consultations/${accepted}/closing`, {}],
    [hannah, orderPage(ordered), orderForm()],
    ...(await formsOfAccesses(plainDb, cast)),
    [ruo, `/desk/announcements/${announced}/scheduling`, { version: '1' }],
    [lin, `/mgmt/announcements/${announced}/dismissal`, {}],
  ] as [Person, string, Record<string, string>, Uint8Array<ArrayBuffer>?][]
}

async function invoiced({ viewer, client }: Person): Promise<string> {
  const bought = await buy(plainDb, viewer, 'single_esign', { period: 'once' })
  const form = { kind: 'ordinary', titleKind: 'individual', title: '林梅', email: 'lin@lotus.example' }
  await client.post(`/mgmt/orders/${bought.id}/invoice`, form)
  const { invoice } = await findOrderAndInvoice(plainDb, viewer, bought.id)
  return invoice!.id
}

/** The rows that exist in only one of the databases, by table. */
async function difference(): Promise<string[]> {
  const without = await rowsOf(plainDb)
  const withThem = await rowsOf(stuffedDb)
  return [...without].flatMap(([table, rows]) => {
    const others = withThem.get(table)!
    const apart = [
      ...rows.filter((row) => !others.includes(row)),
      ...others.filter((row) => !rows.includes(row)),
    ]
    return rows.join() === others.join() ? [] : [`${table} ${apart.join('\n').slice(0, 500)}`]
  })
}

const REVERSAL = { reversalReason: 'Wrong title', redLetter: '26310000000000000010' }

// The tests depend on each other, in order.
describe('extra fields', { shuffle: false }, () => {
  test('change nothing in transfers, late payments, invoices, statements, consultations and announcements', async () => {
    for (const [person, path, form, bytes] of furtherIds)
      for (const db of [plainDb, stuffedDb]) {
        const extra = db === plainDb ? {} : extraFor({ method: 'POST', path }, world)
        const files = bytes
          ? [
              {
                field: path.endsWith('slip') ? 'slip' : /(issue|reversal)$/.test(path) ? 'pdf' : 'file',
                name: 'file',
                bytes,
              },
            ]
          : []
        const fields = { ...extra, ...form } as Record<string, string>
        const client = before(db, person.client)
        const { status } = bytes
          ? await postFiles(client, path, fields, files)
          : await client.post(path, fields)
        expect([path, status]).toEqual([path, 303])
      }
    expect(await difference()).toEqual([])
  })

  test('change nothing in any other route with a form', async () => {
    const unsafe = siteRoutes(plainDb).filter(({ method }) => method !== 'GET')
    // A document is created before the desk publishes or retires a template.
    const place = ({ path }: { path: string }) =>
      path === '/mgmt/new-doc' ? -1 : Number(LAST_ROUTES.test(path))
    const routes = unsafe.toSorted((a, b) => place(a) - place(b))
    const taken = new Set(furtherIds.map(([, path]) => path.replace(/[0-9a-f-]{36}/, ':id')))
    const nowhere: string[] = []
    let done = 0
    for (const route of routes) {
      const name = `${route.method} ${route.path}`
      const body = { ...(await bodyFor(route, world)), ...CHANGES[name], ...(await draftForm(route)) }
      const status = await send(plainDb, route, body)
      const stuffing = { ...extraFor(route, world), ...body }
      expect([name, await send(stuffedDb, route, stuffing)]).toEqual([name, status])
      if (status < 400) done++
      else if (!REFUSED.some((one) => one.test(route.path)) && !taken.has(route.path))
        nowhere.push(`${status} ${name}`)
    }
    // A rejected form proves nothing. It needs a body in routes.ts, or a record above.
    expect(nowhere).toEqual([])
    expect(done).toBeGreaterThan(90)
    expect(await difference()).toEqual([])
  }, 300_000)

  test('would be detected if one were stored', async () => {
    await stuffedDb
      .updateTable('accounts.account')
      .set({ role: 'agent' })
      .where('username', '=', 'lin')
      .execute()
    expect((await difference()).map((one) => one.split(' ')[0])).toEqual(['accounts.account'])
  })
})
