import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { generate } from 'openapi-typescript-codegen'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '#src/app/events.ts'
import { createApp } from '#src/app/app.tsx'
import { operationId, operations, SCOPES } from '#src/http/programs/operation.ts'
import { keyOf, setPlan } from '#tests/cast/program.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
let server: ReturnType<typeof serve>
let site: string

beforeAll(async () => {
  await setPlan(context.db, context.cast.lin.viewer, 'enterprise')
  site = await new Promise((ready) => {
    server = serve({ fetch: createApp(context.db).fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      ready(`http://127.0.0.1:${port}`),
    )
  })
})

afterAll(() => new Promise((closed) => server.close(closed)))

test('a client generated from the description works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  const input = await (await fetch(`${site}/api/v1/openapi.json?lang=en_US`)).json()
  await generate({ input, output: folder, clientName: 'Qishu', useOptions: true })
  const { Qishu } = await import(/* @vite-ignore */ join(folder, 'index.ts'))
  const TOKEN = await keyOf(context.db, context.cast.lin.viewer, [...SCOPES])
  const { default: api } = new Qishu({ BASE: `${site}/api/v1`, TOKEN })
  for (const one of operations) expect(api[operationId(one)]).toBeInstanceOf(Function)
  const templates = await api.getTemplates({ keyword: 'nda', lang: 'en_US' })
  const requestBody = { template: templates.items[0].code }
  const firstDocument = await api.postDocuments({ requestBody, idempotencyKey: 'generated-1' })
  expect(firstDocument.status).toBe('draft')
  const repeatedDocument = await api.postDocuments({ requestBody, idempotencyKey: 'generated-1' })
  expect(repeatedDocument.id).toBe(firstDocument.id)
  const { id } = firstDocument
  expect((await api.getDocumentsIdCheck({ id })).complete).toBe(false)
  const usage = await api.getUsage({})
  expect(usage.items).toHaveLength(3)
  const refusal = await api.getDocumentsId({ id: 'nothing', lang: 'zh_CN' }).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})
