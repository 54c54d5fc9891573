import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endClosedAccounts } from '#modules/accounts/closed-accounts.ts'
import { deleteOldConsultations } from '#modules/consultations/personal-data.ts'
import { addContact } from '#modules/contacts/contact.ts'
import { listActions } from '#modules/documents/audit-log.ts'
import { makeFinalFiles } from '#modules/documents/final/final-files.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { findDocument } from '#modules/documents/index.ts'
import { deleteOldStatements, storeStatement } from '#modules/orders/desk/bank/statement.ts'
import { deleteOldCallbacks, storeCallback } from '#modules/orders/payments/callback.ts'
import { addExternal, addInternal } from '#modules/review/inviting/reviewer.ts'
import { acceptAll } from '#modules/review/reading/outcome.ts'
import { runningTurns } from '#modules/review/review-step.ts'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { expireSignings, startSigning } from '#modules/signing/signing.ts'
import { deleteExpired } from '#src/app/housekeeping.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { fillPersonalRows } from '#tests/cast/personal-rows.ts'
import { OLIVER, sendOut } from '#tests/cast/review.ts'
import { filledDraft, finalisedDocument, SIGNATORIES } from '#tests/cast/signing.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { SWEEPS } from '#tests/support/personal-data/sweeps.ts'
import { findWord, storedFiles, tracesIn } from '#tests/support/personal-data/traces.ts'

/** Words that identify the company and its people; the hashes of its files are added later. */
const WORDS = {
  texts: [
    'Lotus Trading',
    '莲花贸易',
    'lin@example.com',
    'zhou@example.com',
    'lin@lotus.example',
    'chen@lotus.example',
    'Chen Lian',
    '陈莲',
    'Lin Mei',
    '91310000MA1K35XX0A',
    '88 Nanjing Road',
    '5555 0000',
    'openid-lin',
  ],
  names: ['lin', 'zhou'],
}

/** The period after which the company's words must have been deleted from a place. */
type End = '90 days' | 'a year' | '400 days' | 'five years' | 'thirty years'

const PERIOD_OF_SIGNED = 'five years'

/**
 * Every place that contains words of the company after the closure, and the period of the privacy statement
 * after which they are deleted.
 */
const PLACES: Record<string, End> = {
  // Records of who signed which document, with the proof.
  'documents.action.details': PERIOD_OF_SIGNED,
  'documents.action.operator': PERIOD_OF_SIGNED,
  'documents.document.answers': PERIOD_OF_SIGNED,
  'documents.document.words': PERIOD_OF_SIGNED,
  'documents.file.sha256': PERIOD_OF_SIGNED,
  'documents.search.words': PERIOD_OF_SIGNED,
  'platform.stored_file.sha256': PERIOD_OF_SIGNED,
  'signing.log_leaf.sha256': PERIOD_OF_SIGNED,
  'signing.party_seal.company': PERIOD_OF_SIGNED,
  'signing.revision.sha256': PERIOD_OF_SIGNED,
  'signing.setting.signatories': PERIOD_OF_SIGNED,
  'signing.signatory.email': PERIOD_OF_SIGNED,
  'signing.signatory.name': PERIOD_OF_SIGNED,
  'signing.signatory.signature': PERIOD_OF_SIGNED,
  'signing.signing.starter_name': PERIOD_OF_SIGNED,
  'signing.signing.starter_team': PERIOD_OF_SIGNED,
  // The fact that Hannah signed a document of the company.
  'messaging.task.creator': PERIOD_OF_SIGNED,
  // Part of a document that was sent for signing and never signed.
  'signing.question.asked_by': '90 days',
  // The notifications of Hannah and the other signatories, and the confirmation of the closure.
  'messaging.message.facts': 'a year',
  'platform.mail.html': '90 days',
  'platform.mail.recipient': '90 days',
  'platform.mail.reply_to': '90 days',
  'platform.mail.subject': '90 days',
  'platform.mail.text': '90 days',
  // The content of a payment service's callback.
  'orders.callback.body': '400 days',
  'orders.invoice.title': 'thirty years',
  'orders.statement.lines': 'thirty years',
}

const PERIODS: End[] = ['90 days', 'a year', '400 days', 'five years', 'thirty years']

/** The places whose period is longer than this one. */
const placesAfter = (end?: End) =>
  Object.keys(PLACES)
    .filter((place) => !end || PERIODS.indexOf(PLACES[place]!) > PERIODS.indexOf(end))
    .sort()

const WHY = 'Called back on the number of the account'

let world: World
let db: Db
const lines: string[] = []

/** The ids of the company's documents and signings. */
let ownIds: string[]

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
  await fillPersonalRows(world)
  await signedAfterReview()
  await documentsOfHannah()
  await booksAndContacts()
  while (await workWaitingJobs(db));
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push(JSON.stringify(line)))
  ownIds = await idsOf(world.cast.lin.viewer.teamId)
  const { rows } = await sql<{ sha256: string }>`select sha256 from platform.stored_file
    where split_part(key, '/', 2) in (${sql.join(ownIds)})`.execute(db)
  WORDS.texts.push(...rows.map(({ sha256 }) => sha256))
})
afterAll(() => {
  setClock(null)
  vi.restoreAllMocks()
})

const FLAGS = { reviews: true, signs: false, keeps: false }

/** A document that the company and Hannah have signed, after a review by Zhou and Oliver. */
async function signedAfterReview() {
  const { lin, zhou } = world.cast
  const { id } = await filledDraft(db, lin.viewer)
  await addInternal(db, lin.viewer, id, { account: zhou.viewer.id, ...FLAGS })
  await addExternal(db, lin.viewer, id, OLIVER)
  await sendOut(db, lin.viewer, id)
  for (const turn of await runningTurns(db).where('round.document_id', '=', id).execute())
    await acceptAll(db, turn)
  const { version } = await findDocument(db, lin.viewer, id)
  await finaliseDocument(db, lin.viewer, id, version)
  await makeFinalFiles(db, id)
  const [first, second] = SIGNATORIES
  await signDocument(lin.viewer, id, [
    first!,
    { ...second!, name: 'Hannah Weiss', email: 'hannah@example.com' },
  ])
}

async function signDocument(viewer: Viewer, id: string, signatories: typeof SIGNATORIES) {
  await storeSetting(db, viewer, id, signatories)
  await startSigning(db, viewer, id, 'en_US')
  await signAsDemo(db, id, signatories.length)
}

/** A document of Hannah's that Lin reviews under her address, and one that Lin has signed. */
async function documentsOfHannah() {
  const { hannah } = world.cast
  const draftId = (await filledDraft(db, hannah.viewer)).id
  const lin = {
    ...OLIVER,
    name: 'Lin Mei',
    email: 'lin@example.com',
    mobile: '',
    department: 'Lotus Trading',
  }
  await addExternal(db, hannah.viewer, draftId, lin)
  await addExternal(db, hannah.viewer, draftId, OLIVER)
  await sendOut(db, hannah.viewer, draftId)
  const [first, second] = SIGNATORIES
  await signDocument(hannah.viewer, await finalisedDocument(db, hannah.viewer), [
    { ...first!, name: 'Lin Mei', email: 'lin@example.com' },
    second!,
  ])
}

async function booksAndContacts() {
  const { hannah, ruo } = world.cast
  await db
    .updateTable('consultations.consultation')
    .set({ agreed_at: new Date() })
    .where('id', '=', world.consultationId)
    .execute()
  const lin = { type: 'external' as const, name: 'Lin Mei', organisation: 'Lotus Trading', mobile: '' }
  await addContact(db, hannah.viewer, { ...lin, email: 'lin@example.com', group: '' })
  const credit = { line: 2, at: '2026-11-20T02:00:00.000Z', amount: '9900', reference: 'B-7', remark: '' }
  await storeStatement(db, ruo.viewer, [{ ...credit, payer: 'Lotus Trading' }])
  const { number } = await db
    .selectFrom('orders.order')
    .select('number')
    .where('id', '=', world.orderId)
    .executeTakeFirstOrThrow()
  await storeCallback(db, { method: 'paypal', number, headers: {}, body: '{"payer":"lin@example.com"}' })
}

async function close(name: 'lin' | 'zhou') {
  const path = `/desk/accounts/${world.cast[name].viewer.id}/erasure`
  const answer = await world.cast.ruo.client.post(path, { moneyOpen: 'yes', confirmation: name, ground: WHY })
  expect(answer.status).toBe(303)
}

let closedAt: Date

/** Runs every nightly job `days` days after the closure. */
async function nightAfter(days: number) {
  setClock(() => new Date(closedAt.getTime() + days * DAY))
  const others = [
    deleteOldCallbacks,
    deleteOldStatements,
    deleteOldConsultations,
    deleteExpired,
    expireSignings,
    endClosedAccounts,
  ]
  for (let run = 0; run < 2; run++) {
    for (const sweep of [...Object.values(SWEEPS), ...others]) await sweep.now(db, {})
    while (await workWaitingJobs(db));
  }
}

/** The places that still contain words of the company, without Hannah's own data. */
async function placesLeft(): Promise<string[]> {
  const { teamId } = world.cast.hannah.viewer
  const ids = [teamId, ...(await idsOf(teamId))]
  const traces = await tracesIn(db, WORDS)
  const remaining = traces.filter(({ row }) => !ids.some((id) => row.includes(id)))
  return [...new Set(remaining.map(({ place }) => place))].sort()
}

/** The ids of a team's documents and signings, as in the keys of their files. */
async function idsOf(teamId: string): Promise<string[]> {
  const documents = db.selectFrom('documents.document').select('id').where('team_id', '=', teamId)
  const signings = db.selectFrom('signing.signing').select('id').where('team_id', '=', teamId)
  return (await documents.unionAll(signings).execute()).map(({ id }) => id)
}

/** The rows of the administrator or the team in this table. */
const leftOf = async (table: 'accounts.account_action' | 'consultations.consultation') =>
  await db.selectFrom(table).select('id').where('account_id', '=', world.cast.lin.viewer.id).execute()

/** The folders of the company's files. The store may also hold documents of other tests. */
async function foldersLeft(): Promise<string[]> {
  const isOther = (key: string) =>
    /^(documents|signings)\//.test(key) && !ownIds.some((id) => key.includes(id))
  const keys = storedFiles().filter((key) => !isOther(key))
  return [...new Set(keys.map((key) => key.split('/')[0]!))].sort()
}

/** The state of Hannah's documents: their reviewers, signatories and numbers of logged actions. */
async function ofHannah() {
  const { teamId } = world.cast.hannah.viewer
  const documents = await db
    .selectFrom('documents.document')
    .select(['id', 'status'])
    .where('team_id', '=', teamId)
    .orderBy('id')
    .execute()
  const reviewers = await db
    .selectFrom('review.reviewer')
    .select(['name', 'email'])
    .where('team_id', '=', teamId)
    .orderBy('id')
    .execute()
  const signatories = await db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signing_id')
    .select(['name', 'email', 'signatory.state'])
    .where('team_id', '=', teamId)
    .orderBy('position')
    .execute()
  const logs = documents.map(async ({ id }) => (await listActions(db, id)).length)
  const statuses = documents.map(({ status }) => status)
  return { statuses, reviewers, signatories, logs: await Promise.all(logs) }
}

// Each test moves the clock further forward than the previous one.
describe('a company that closed its account', { shuffle: false }, () => {
  let hannahsState: unknown

  test('is named in many places before the closure', async () => {
    expect((await placesLeft()).length).toBeGreaterThan(60)
    expect((await foldersLeft()).length).toBe(11)
  })

  test('leaves only signed documents, sent notices and the books after a day', async () => {
    await close('zhou')
    await close('lin')
    closedAt = new Date()
    await nightAfter(1)
    expect(await placesLeft()).toEqual(placesAfter())
    expect(await foldersLeft()).toEqual(['documents', 'invoices', 'signings'])
    hannahsState = await ofHannah()
    expect(hannahsState).toMatchObject({
      statuses: ['returned', 'completed'],
      reviewers: [
        { name: 'Lin Mei', email: '' },
        { name: OLIVER.name, email: OLIVER.email },
      ],
      signatories: [
        { name: 'Lin Mei', email: 'lin@example.com', state: 'signed' },
        { name: OLIVER.name, email: OLIVER.email, state: 'signed' },
      ],
    })
  })

  test('keeps a document that is out for signature until the signing ends', async () => {
    const status = () =>
      db
        .selectFrom('documents.document')
        .select('status')
        .where('id', '=', world.signing.documentId)
        .executeTakeFirst()
    expect(await status()).toEqual({ status: 'signing' })
    await nightAfter(40)
    expect(await status()).toBeUndefined()
  })

  test.each([
    ['half a year', 180, '90 days'],
    ['a year', 366, 'a year'],
    ['two years', 731, '400 days'],
    ['five years', 5 * 365 + 3, 'five years'],
    // Bank statements are kept until the end of the fiscal year.
    ['thirty years', 31 * 365 + 9, 'thirty years'],
  ] as const)('leaves after %s only what is kept longer', async (_, days, end) => {
    await nightAfter(days)
    expect(await placesLeft()).toEqual(placesAfter(end))
    expect((await leftOf('accounts.account_action')).length > 0).toBe(days < 5 * 365)
    expect((await leftOf('consultations.consultation')).length > 0).toBe(days < 30 * 365)
    const folders = { 'five years': ['invoices'], 'thirty years': [] as string[] }
    expect(await foldersLeft()).toEqual(
      folders[end as keyof typeof folders] ?? ['documents', 'invoices', 'signings'],
    )
  })

  test('is finally only an empty row', async () => {
    const { id, teamId } = world.cast.lin.viewer
    const traces = await tracesIn(db, { texts: [id, teamId], names: [] })
    expect([...new Set(traces.map(({ place }) => place))].sort()).toEqual([
      'accounts.account.home_team_id',
      'accounts.account.id',
      'accounts.account.team_id',
      'accounts.team.id',
      // The queue keeps the job that deleted the documents for another week.
      'pgboss.job_common.data',
    ])
  })

  test('does not erase data of Hannah', async () => {
    expect(await ofHannah()).toEqual(hannahsState)
    expect((await tracesIn(db, WORDS)).map(({ place }) => place)).toContain('contacts.contact.email')
  })

  test('is not named in any line of the log', () => {
    expect(lines.filter((line) => findWord(WORDS, line))).toEqual([])
  })
})
