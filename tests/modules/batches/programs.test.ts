import { beforeAll, describe, expect, test } from 'vitest'
import { sendDocuments } from '#modules/batches/send-documents.ts'
import '#src/app/events.ts'
import { newId } from '#src/core/ids.ts'
import { SCOPES } from '#src/http/programs/operation.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { keyOf, programWith, setPlan } from '#tests/cast/program.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
let send: ReturnType<typeof programWith>
let model: string

beforeAll(async () => {
  const { viewer } = context.cast.lin
  await setPlan(context.db, viewer, 'enterprise')
  send = programWith(context.db, await keyOf(context.db, viewer, [...SCOPES]))
  model = (await filledDraft(context.db, viewer)).id
})

const person = (n: number) => ({
  'party:b.signerName': `Person ${n}`,
  'party:b.legalRepresentative': `Person ${n}`,
  'party:b.email': `person-${n}@kestrel.example`,
})

async function begin(): Promise<string> {
  const response = await send('POST', '/batches', { body: { document: model } })
  expect(response.status).toBe(201)
  return response.model.id
}

describe('a program that uses a batch', () => {
  test('uploads rows and sends invitations', async () => {
    const id = await begin()
    const wrongValues = { ...person(2), 'party:b.email': 'nobody' }
    const { model: checked } = await send('PUT', `/batches/${id}/rows`, {
      body: { rows: [person(1), wrongValues] },
    })
    expect(checked.columns).toContainEqual({ id: 'party:b.email', head: 'Party B · Email' })
    expect(checked.rows[1]).toMatchObject({
      number: 2,
      state: 'faulty',
      faults: [
        { column: 'party:b.email', place: 'Party B · Email', message: 'Format is incorrect', blocking: true },
      ],
    })
    const mended = { rows: [{ number: 2, cells: person(2) }] }
    const { model: mendedBatch } = await send('PATCH', `/batches/${id}/rows`, { body: mended })
    expect(mendedBatch.rows[1]).toMatchObject({ state: 'good', faults: [] })

    await send('POST', `/batches/${id}/drafting`)
    await workWaitingJobs(context.db)
    const { model: draftedBatch } = await send('GET', `/batches/${id}`)
    expect([draftedBatch.state, ...draftedBatch.rows.map((row: { state: string }) => row.state)]).toEqual([
      'drafted',
      'drafted',
      'drafted',
    ])
    const order = {
      parties: [
        { party: 'b', turn: 1 },
        { party: 'a', turn: 2 },
      ],
    }
    expect((await send('PUT', `/batches/${id}/order`, { body: order })).model).toMatchObject(order)
    const { model: review } = await send('GET', `/batches/${id}/sending`)
    expect(review).toMatchObject({ ready: [1, 2], incomplete: [], unreachable: [], confirmations: [] })
    await send('POST', `/batches/${id}/sending`, { body: {} })
    for (let n = 0; n < 5; n++) {
      await workWaitingJobs(context.db)
      await context.db.updateTable('batches.row').set({ tried_at: null }).execute()
      await sendDocuments.now(context.db, { id })
    }
    const { model: sentBatch } = await send('GET', `/batches/${id}`)
    expect(sentBatch.state).toBe('sent')
    const [firstRow] = sentBatch.rows
    expect(firstRow.document.status).toBe('signing')
    const { model: signing } = await send('GET', `/documents/${firstRow.document.id}/signing`)
    expect(signing.signatories.map(({ email, state }: Record<string, string>) => [email, state])).toEqual([
      ['person-1@kestrel.example', 'invited'],
      ['chen@lotus.example', 'waiting'],
    ])
    expect((await send('GET', '/batches')).model.items).toContainEqual(expect.objectContaining({ id }))
  })

  test('starts nothing twice, even if it repeats requests', async () => {
    const id = await begin()
    await send('PUT', `/batches/${id}/rows`, { body: { rows: [person(1), person(2)] } })
    const idempotencyKey = newId()
    const drafting = () => send('POST', `/batches/${id}/drafting`, { idempotencyKey })
    const answers = await Promise.all(Array.from({ length: 50 }, drafting))
    const successes = answers.filter(({ status }) => status === 200)
    expect(successes.length).toBeGreaterThan(0)
    expect(new Set(successes.map(({ text }) => text)).size).toBe(1)
    await workWaitingJobs(context.db)
    const { model } = await send('GET', `/batches/${id}`)
    const documents = model.rows.map(({ document }: { document: { id: string } }) => document.id)
    expect(new Set(documents).size).toBe(2)
    expect((await send('POST', `/batches/${id}/drafting`)).model.code).toBe('BATCH_EMPTY')
  })

  test('gets an error for a column that the table does not have, and for a wrong state', async () => {
    const id = await begin()
    const unknown = await send('PUT', `/batches/${id}/rows`, {
      body: { rows: [person(1), { colour: 'red' }] },
    })
    expect([unknown.status, unknown.model.field]).toEqual([422, 'rows.1.colour'])
    expect((await send('POST', `/batches/${id}/sending`, { body: {} })).model.code).toBe('BATCH_STATUS_WRONG')
    expect((await send('POST', `/batches/${id}/cancellation`)).model.code).toBe('BATCH_STATUS_WRONG')
    const manyRows = { rows: Array.from({ length: 501 }, () => ({})) }
    expect((await send('PUT', `/batches/${id}/rows`, { body: manyRows })).status).toBe(422)
  })
})
