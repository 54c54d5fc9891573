import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import '#src/app/events.ts'
import { revokeKey } from '#modules/api/keys/key.ts'
import { deleteOldAnswers } from '#modules/api/v1/idempotency.ts'
import { createApp } from '#src/app/app.tsx'
import { DAY, now, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { operations, SCOPES } from '#src/http/programs/operation.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { keyOf, programWith, setPlan } from '#tests/cast/program.ts'
import { testDatabase } from '#tests/support/database.ts'
import { countRequests } from '#tests/support/limits.ts'

let db: Db
let cast: Cast
let whole: string
let send: ReturnType<typeof programWith>

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  await setPlan(db, cast.lin.viewer, 'enterprise')
  whole = await keyOf(db, cast.lin.viewer, [...SCOPES])
  send = programWith(db, whole)
})

afterEach(() => setClock(null))

const passTime = (ms: number) => {
  const moment = now().getTime() + ms
  setClock(() => new Date(moment))
}

const create = (idempotencyKey = newId(), body: object = { template: 'mutual-nda' }, key = whole) =>
  send('POST', '/documents', { idempotencyKey, body, key })

describe('a program', () => {
  test('finds a template, creates a document, fills it in and reads the open points', async () => {
    const { model: list } = await send('GET', '/templates?keyword=nda')
    expect(list.items[0]).toMatchObject({ code: 'mutual-nda', usable: true })
    const { model: template } = await send('GET', '/templates/mutual-nda')
    const field = template.fields.find(({ type }: { type: string }) => type === 'period')
    const { status, model: createdDocument } = await create()
    expect([status, createdDocument.status, createdDocument.template.code]).toEqual([
      201,
      'draft',
      'mutual-nda',
    ])
    const path = `/documents/${createdDocument.id}`
    const previousState = (await send('GET', `${path}/check`)).model
    expect(previousState.complete).toBe(false)
    const changes = {
      version: createdDocument.version,
      parties: { a: { name: '莲花贸易（上海）有限公司', nameEn: 'Lotus Trading (Shanghai) Co., Ltd.' } },
      fields: { [field.id]: { count: 2, unit: 'year' } },
    }
    const { model: changedDocument } = await send('PATCH', path, { body: changes })
    expect(changedDocument.parties[0].nameEn).toBe('Lotus Trading (Shanghai) Co., Ltd.')
    expect(changedDocument.fields[field.id]).toEqual({ count: 2, unit: 'year' })
    const newState = (await send('GET', `${path}/check`)).model
    expect(newState.points.length).toBeLessThan(previousState.points.length)
    const lateResponse = await send('PATCH', path, { body: changes })
    expect([lateResponse.status, lateResponse.model.code]).toEqual([409, 'DOCUMENT_CONFLICT'])
    const { model: documents } = await send('GET', '/documents?limit=100')
    expect(documents.items.map(({ id }: { id: string }) => id)).toContain(createdDocument.id)
    const page = await (await cast.lin.client.get('/mgmt/my-docs')).text()
    expect(page).toContain('Automated user')
    expect((await send('GET', '/usage')).model.items).toHaveLength(3)
  })

  test('gets problem details in its language for invalid requests', async () => {
    const { id } = (await create()).model
    for (const [method, path, body, code, field] of [
      ['GET', '/nothing', undefined, 'NOT_FOUND', undefined],
      ['GET', '/templates/nothing', undefined, 'TEMPLATE_NOT_FOUND', undefined],
      ['GET', `/documents/${newId()}`, undefined, 'NOT_FOUND', undefined],
      ['GET', '/documents?limit=0', undefined, 'INVALID_FIELD', 'limit'],
      ['GET', '/documents?status=nothing', undefined, 'INVALID_FIELD', 'status'],
      ['GET', '/documents?keyword=%00', undefined, 'NOT_FOUND', undefined],
      ['PATCH', `/documents/${id}`, { version: 1, fields: { nothing: 'x' } }, 'INVALID_FIELD', 'nothing'],
      ['PATCH', `/documents/${id}`, { version: 1, parties: { j: { name: 'x' } } }, 'INVALID_FIELD', 'j'],
      ['PATCH', `/documents/${id}`, { version: 1, owner: 'x' }, 'INVALID_FIELD', 'owner'],
    ] as const) {
      const { model } = await send(method, path, { body })
      expect([path, model.code, model.field]).toEqual([path, code, field])
    }
    const { model } = await send('GET', `/documents/${newId()}`, { lang: 'zh_CN' })
    expect(model.detail).toMatch(/\p{Script=Han}/u)
  })

  test('creates one document even if a request is repeated', async () => {
    const idempotencyKey = newId()
    const count = async () => {
      const { rows } = await db
        .selectFrom('documents.document')
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      return rows
    }
    const countBefore = await count()
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(idempotencyKey)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const { text } = await create(idempotencyKey)
    for (const one of answers) if (one.status === 201) expect(one.text).toBe(text)
    expect(await count()).toBe(countBefore + 1)
    const otherResponse = await create(idempotencyKey, { template: 'mutual-nda', name: 'Another' })
    expect([otherResponse.status, otherResponse.model.detail]).toEqual([
      422,
      expect.stringContaining('another request'),
    ])
    for (const name of ['a/b', 'a\u202eb'])
      expect([name, (await create(newId(), { template: 'mutual-nda', name })).status]).toEqual([name, 422])
    const refusedKey = newId()
    expect((await create(refusedKey, { template: 'nothing' })).status).toBe(404)
    expect((await create(refusedKey)).status).toBe(201)
    await passTime(DAY + 1)
    await deleteOldAnswers(db)
    expect(await db.selectFrom('api.idempotent_request').selectAll().execute()).toEqual([])
  })
})

describe('a key', () => {
  test('is refused when it is unknown, revoked, expired or used from another network, or the plan has ended', async () => {
    const { viewer } = cast.lin
    const codeOf = async (key: string) => (await send('GET', '/templates', { key })).model.code
    for (const key of ['', 'qishu_wrong', 'x'.repeat(46)]) expect(await codeOf(key)).toBe('INVALID')
    const revoked = await keyOf(db, viewer, ['documents:read'])
    expect(await codeOf(revoked)).toBeUndefined()
    const { id } = await db.selectFrom('api.key').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await revokeKey(db, viewer, id)
    await revokeKey(db, viewer, id)
    expect(await codeOf(revoked)).toBe('INVALID')
    expect(await codeOf(await keyOf(db, viewer, ['documents:read'], ['203.0.113.0/24']))).toBe(
      'ACCESS_DENIED',
    )
    await setPlan(db, viewer, 'basic')
    expect(await codeOf(whole)).toBe('ACCESS_DENIED')
    await setPlan(db, viewer, 'enterprise')
    await db.updateTable('accounts.account').set({ state: 'frozen' }).where('id', '=', viewer.id).execute()
    expect(await codeOf(whole)).toBe('INVALID')
    await db.updateTable('accounts.account').set({ state: 'active' }).where('id', '=', viewer.id).execute()
    expect(await codeOf(whole)).toBeUndefined()
    await passTime(91 * DAY)
    expect(await codeOf(whole)).toBe('INVALID')
  })

  test('opens no page; a session opens no route of the API', async () => {
    const headers = { Authorization: `Bearer ${whole}` }
    expect((await createApp(db).request('/mgmt/home', { headers })).status).toBe(303)
    expect((await cast.lin.client.get('/api/v1/documents')).status).toBe(401)
  })
})

describe('limits', () => {
  countRequests(() => db)

  test('a key may send 300 requests a minute', async () => {
    const key = await keyOf(db, cast.lin.viewer, ['usage:read'])
    const responses = Array.from({ length: 301 }, () => send('GET', '/templates/nothing', { key }))
    const statuses = (await Promise.all(responses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

test('the description names every operation and its schemas', async () => {
  const description = await (await createApp(db).request('/api/v1/openapi.json')).json()
  expect(description.openapi).toBe('3.1.0')
  for (const { method, path } of operations)
    expect(description.paths[path.replace(/:(\w+)/, '{$1}')][method].responses).toBeDefined()
  expect(
    description.paths['/documents'].post.requestBody.content['application/json'].schema.required,
  ).toEqual(['template'])
})

describe('the pages of an administrator', () => {
  const HOME = '/mgmt/acct-info/api-keys'

  test('create a key, show it once, and revoke it', async () => {
    const { client } = cast.lin
    const fields = {
      name: 'Intranet',
      days: '30',
      'documents:read': 'yes',
      networks: '203.0.113.7, 2001:db8::/32',
    }
    const page = await (await client.post(`${HOME}/new`, fields)).text()
    expect(page).toMatch(/qishu_[a-z2-7]{40}/)
    const secondResponse = await client.post(`${HOME}/new`, fields)
    expect([secondResponse.status, await secondResponse.text()]).toEqual([
      422,
      expect.stringContaining('Another key has this name'),
    ])
    const { id } = await db
      .selectFrom('api.key')
      .select('id')
      .where('name', '=', 'Intranet')
      .executeTakeFirstOrThrow()
    const list = await (await client.get(HOME)).text()
    expect(list).toContain('Intranet')
    expect(list).not.toMatch(/qishu_[a-z2-7]{40}/)
    expect((await client.get(`${HOME}/${id}/revocation`)).status).toBe(200)
    const revoked = await client.post(`${HOME}/${id}/revocation`, {})
    expect(revoked.headers.get('location')).toBe(`${HOME}?done=keyRevoked`)
    expect(await (await client.get(HOME)).text()).toContain('Revoked')
  })

  test('show each problem at its field', async () => {
    const post = async (fields: object) => {
      const answer = await cast.lin.client.post(`${HOME}/new`, {
        name: 'x',
        days: '30',
        ...fields,
      })
      return [answer.status, await answer.text()] as const
    }
    for (const [fields, words] of [
      [{ 'documents:read': 'yes', name: '' }, 'This field is required'],
      [{}, 'Choose at least one permission'],
      [{ 'documents:read': 'yes', networks: 'everywhere' }, 'Enter at most 20 IP addresses'],
    ] as const) {
      const [status, html] = await post(fields)
      expect([status, html.includes(words)]).toEqual([422, true])
    }
    const [, html] = await post({ name: '', networks: 'everywhere' })
    for (const words of ['This field is required', 'Choose at least one permission', 'Enter at most 20 IP'])
      expect(html).toContain(words)
    // Boxes that were ticked by default and then cleared stay cleared.
    expect(html).not.toContain(' checked=')
  })

  test('are open to administrators whose plan includes the API', async () => {
    expect((await cast.zhou.client.get(HOME)).status).toBe(403)
    await setPlan(db, cast.hannah.viewer, 'basic')
    const { client } = cast.hannah
    expect(await (await client.get(HOME)).text()).toContain('does not include access by programs')
    expect((await client.get(`${HOME}/new`)).headers.get('location')).toBe(HOME)
    const fields = { name: 'x', days: '30', 'documents:read': 'yes' }
    expect((await client.post(`${HOME}/new`, fields)).status).toBe(403)
  })
})
