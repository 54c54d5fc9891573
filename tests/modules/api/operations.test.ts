import { beforeAll, expect, test } from 'vitest'
import { revokeKey } from '#modules/api/keys/key.ts'
import { beginBatch } from '#modules/batches/batch.ts'
import '#src/app/events.ts'
import { dayAhead } from '#src/core/day.ts'
import { newId } from '#src/core/ids.ts'
import { type Operation, operations, SCOPES } from '#src/http/programs/operation.ts'
import { importedPdf } from '#tests/cast/imports.ts'
import { keyOf, type ProgramCall, programWith, setPlan } from '#tests/cast/program.ts'
import { filledDraft, SIGNATORIES } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'

const context = setUpCast()
let keys: { own: string; foreign: string }
/** Ids of records of Lin's team. */
let ids: { documents: string; imports: string; batches: string }

beforeAll(async () => {
  const { db, cast } = context
  const [ownViewer, foreignViewer] = [cast.lin, cast.hannah].map(({ viewer }) => viewer) as [never, never]
  for (const viewer of [ownViewer, foreignViewer]) await setPlan(db, viewer, 'enterprise')
  keys = {
    own: await keyOf(db, ownViewer, [...SCOPES]),
    foreign: await keyOf(db, foreignViewer, [...SCOPES]),
  }
  const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
  ids = {
    documents: (await filledDraft(db, cast.lin.viewer)).id,
    imports: await importedPdf(db, cast.lin.viewer),
    batches: await beginBatch(db, cast.lin.viewer, { template: 'mutual-nda', languages }),
  }
})

/** A valid body for each operation that needs one. */
const BODIES: Record<string, object> = {
  'post /documents': { template: 'mutual-nda' },
  'patch /documents/:id': { version: 0 },
  'post /documents/:id/finalisation': { version: 0 },
  'post /documents/:id/review': { due: dayAhead(7) },
  'put /documents/:id/signatories': { signatories: SIGNATORIES },
  'patch /imports/:id': { parties: ['Lotus Trading'] },
  'post /batches': { template: 'mutual-nda' },
  'put /batches/:id/rows': { rows: [{ 'party:b.name': 'Kestrel Robotics' }] },
  'patch /batches/:id/rows': { rows: [{ number: 1, cells: {} }] },
  'put /batches/:id/order': { parties: [{ party: 'a', turn: 1 }] },
  'post /batches/:id/sending': {},
  'post /contacts': { name: 'Wang Fang', email: 'wang@lotus.example' },
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`

const QUERIES: Record<string, string> = { 'get /contacts': '?type=external', 'post /imports': '?name=x.pdf' }

/** Sends a request that only the key can make invalid. */
function perform(operation: Operation, key: string, call: ProgramCall = {}) {
  const id = ids[operation.path.split('/')[1] as keyof typeof ids] ?? newId()
  const path = operation.path.replace(':id', id).replace(':code', 'mutual-nda')
  const body = operation.upload ? pdfWith({ pages: 1 }) : BODIES[nameOf(operation)]
  const query = QUERIES[nameOf(operation)] ?? ''
  return programWith(context.db, key)(operation.method.toUpperCase(), path + query, { body, ...call })
}

test('every operation that has a request body has a sample body in these tests', () => {
  const needing = operations.filter(({ body }) => body).map(nameOf)
  expect(Object.keys(BODIES).toSorted()).toEqual(needing.toSorted())
})

test('no operation is open without a valid key', async () => {
  const { db, cast } = context
  const revoked = await keyOf(db, cast.lin.viewer, [...SCOPES])
  const { id } = await db.selectFrom('api.key').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await revokeKey(db, cast.lin.viewer, id)
  for (const one of operations)
    for (const key of ['qishu_unknown', revoked]) {
      const { status, model } = await perform(one, key)
      expect([nameOf(one), status, model.code]).toEqual([nameOf(one), 401, 'INVALID'])
    }
})

test('no operation is open to keys without its scope, or to a team without the plan', async () => {
  const { db, cast } = context
  for (const one of operations.filter(({ scope }) => scope)) {
    const otherScopes = SCOPES.filter((scope) => scope !== one.scope)
    const { status, model } = await perform(one, await keyWith(otherScopes))
    expect([nameOf(one), status, model.detail]).toEqual([
      nameOf(one),
      403,
      `This API key does not have the permission ${one.scope}.`,
    ])
  }
  await setPlan(db, cast.lin.viewer, 'basic')
  for (const one of operations)
    expect([nameOf(one), (await perform(one, keys.own)).model.code]).toEqual([nameOf(one), 'ACCESS_DENIED'])
  await setPlan(db, cast.lin.viewer, 'enterprise')
})

const knownStatuses = new Map<string, string>()

async function keyWith(scopes: (typeof SCOPES)[number][]) {
  const name = scopes.join()
  if (!knownStatuses.has(name))
    knownStatuses.set(name, await keyOf(context.db, context.cast.lin.viewer, scopes))
  return knownStatuses.get(name)!
}

test('no operation shows or changes what belongs to another team', async () => {
  const { db } = context
  const previousState = await db.selectFrom('documents.document').selectAll().orderBy('id').execute()
  for (const one of operations.filter(({ path }) => path.includes(':id'))) {
    const { status, model } = await perform(one, keys.foreign)
    expect([nameOf(one), status, model.code]).toEqual([nameOf(one), 404, 'NOT_FOUND'])
  }
  expect(await db.selectFrom('documents.document').selectAll().orderBy('id').execute()).toEqual(previousState)
})

test('every operation that creates something needs an Idempotency-Key, and repeats its response', async () => {
  const creating = operations.filter(({ method, path }) => method === 'post' && path !== '/verification')
  expect(creating.filter(({ idempotent }) => !idempotent).map(nameOf)).toEqual([])
  for (const one of creating) {
    const { model } = await perform(one, keys.own, { idempotencyKey: '' })
    expect([nameOf(one), model.detail]).toEqual([nameOf(one), expect.stringContaining('Idempotency-Key')])
  }
  for (const one of creating.filter(({ path }) => !path.includes(':'))) {
    const idempotencyKey = newId()
    const firstResponse = await perform(one, keys.own, { idempotencyKey })
    const secondResponse = await perform(one, keys.own, { idempotencyKey })
    expect([nameOf(one), firstResponse.status, secondResponse.text]).toEqual([
      nameOf(one),
      201,
      firstResponse.text,
    ])
  }
})
