import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { toolsOf } from '#modules/api/assistants/tools.ts'
import '#src/app/events.ts'
import { createApp } from '#src/app/app.tsx'
import { newId } from '#src/core/ids.ts'
import { SCOPES, type Scope } from '#src/http/programs/operation.ts'
import { keyOf, setPlan } from '#tests/cast/program.ts'
import { filledDraft, filledNda } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'

const context = setUpCast()
let whole: string

beforeAll(async () => {
  const { db, cast } = context
  for (const { viewer } of [cast.lin, cast.hannah]) await setPlan(db, viewer, 'enterprise')
  whole = await keyOf(db, cast.lin.viewer, [...SCOPES])
})

/** The revisions of the protocol: the stateless one and the previous one. */
const REVISIONS = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
] as const

async function connect(key: string, mode: (typeof REVISIONS)[number][1] = { pin: '2026-07-28' }) {
  const app = createApp(context.db)
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp?lang=en_US'), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
    fetch: async (input, init) => app.request(String(input), init),
  })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: input })
  const [text] = content as { text: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: each tool answers with its own model
  return { isError, model: (structuredContent ?? JSON.parse(text!.text)) as any }
}

describe.each(REVISIONS)('an assistant of revision %s', (revision, mode) => {
  test('drafts and checks a document, and gets the URLs of the pages where a person continues', async () => {
    const client = await connect(whole, mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      toolsOf()
        .map(({ name }) => name)
        .toSorted(),
    )
    const { model: searchResult } = await call(client, 'search_templates', { keyword: 'nda' })
    const { model: template } = await call(client, 'describe_template', { code: searchResult.items[0].code })
    expect(template.fields.length).toBeGreaterThan(5)
    const { model: createdDocument } = await call(client, 'create_document', { template: template.code })
    const { parties, fields } = filledNda({
      parties: createdDocument.parties,
      fields: createdDocument.fields,
    } as never)
    const { model: filledDocument } = await call(client, 'fill_in_document', {
      id: createdDocument.id,
      version: createdDocument.version,
      fields,
      parties: Object.fromEntries(parties.map(({ key, ...party }) => [key, party])),
    })
    expect(filledDocument.pages.finalise).toMatch(new RegExp(`/mgmt/${createdDocument.id}/finalisation$`))
    const { model: check } = await call(client, 'check_document', { id: createdDocument.id })
    expect(check).toMatchObject({ complete: true, points: [], pages: filledDocument.pages })
    for (const path of Object.values<string>(filledDocument.pages)) {
      const page = await context.cast.lin.client.get(new URL(path).pathname)
      expect([path, page.status < 400]).toEqual([path, true])
    }
    const base64 = Buffer.from(pdfWith({ pages: 1 })).toString('base64')
    expect((await call(client, 'verify_pdf', { base64 })).model.outcome).toBe('unsigned')
  })

  test('gets problems as readable text', async () => {
    const client = await connect(whole, mode)
    const { id } = (await call(client, 'create_document', { template: 'mutual-nda' })).model
    for (const [name, input, code, field] of [
      ['describe_template', { code: 'nothing' }, 'TEMPLATE_NOT_FOUND', undefined],
      ['read_document', { id: newId() }, 'NOT_FOUND', undefined],
      ['fill_in_document', { id, version: 9 }, 'DOCUMENT_CONFLICT', undefined],
      ['fill_in_document', { id, version: 1, fields: { nothing: 'x' } }, 'INVALID_FIELD', 'nothing'],
      ['verify_pdf', { base64: 'aGVsbG8=' }, 'INVALID_FIELD', undefined],
    ] as const) {
      const { isError, model } = await call(client, name, input)
      expect([name, isError, model.code, model.field]).toEqual([name, true, code, field])
      expect(model.detail.length).toBeGreaterThan(10)
    }
    const wrongResult = await client
      .callTool({ name: 'create_document', arguments: { template: 7 } })
      .catch(String)
    expect(JSON.stringify(wrongResult)).toContain('template')
  })
})

test('a key without the permission for assistants is refused, as are a wrong key and another method', async () => {
  const app = createApp(context.db)
  const post = (key: string, method = 'POST') =>
    app.request('/mcp', {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    })
  const otherScopes = SCOPES.filter((scope) => scope !== 'assistants:use')
  const key = await keyOf(context.db, context.cast.lin.viewer, otherScopes)
  for (const [wrong, status] of [
    [key, 403],
    ['qishu_unknown', 401],
    ['', 401],
  ] as const)
    expect([wrong, (await post(wrong)).status]).toEqual([wrong, status])
  expect((await post(whole, 'GET')).status).toBe(405)
  await setPlan(context.db, context.cast.lin.viewer, 'basic')
  expect((await post(whole)).status).toBe(403)
  await setPlan(context.db, context.cast.lin.viewer, 'enterprise')
})

test('an assistant gets only the tools that the scopes of its key allow, and only its team’s documents', async () => {
  const { db, cast } = context
  const { id } = await filledDraft(db, cast.lin.viewer)
  const scopes: Scope[] = ['assistants:use', 'documents:read']
  const reader = await connect(await keyOf(db, cast.lin.viewer, scopes))
  const { tools } = await reader.listTools()
  expect(tools.map(({ name }) => name)).not.toContain('create_document')
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
  await expect(call(reader, 'create_document', { template: 'mutual-nda' })).rejects.toThrow()
  expect((await call(reader, 'read_document', { id })).model.id).toBe(id)
  const foreign = await connect(await keyOf(db, cast.hannah.viewer, [...SCOPES]))
  for (const { name } of toolsOf().filter(
    ({ input }) => 'id' in (input as never as { entries: object }).entries,
  ))
    expect([name, (await call(foreign, name, { id, version: 1 })).model.code]).toEqual([name, 'NOT_FOUND'])
  expect((await call(foreign, 'list_documents')).model.items).toEqual([])
})
