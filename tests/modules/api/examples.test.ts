import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '#src/app/events.ts'
import { createApp } from '#src/app/app.tsx'
import { SCOPES } from '#src/http/programs/operation.ts'
import { keyOf, setPlan } from '#tests/cast/program.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
let server: ReturnType<typeof serve>
let base: string

beforeAll(async () => {
  await setPlan(context.db, context.cast.lin.viewer, 'enterprise')
  base = await new Promise((ready) => {
    server = serve({ fetch: createApp(context.db).fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      ready(`http://127.0.0.1:${port}/api/v1`),
    )
  })
})

afterAll(() => new Promise((closed) => server.close(closed)))

/** Runs a published example in an empty folder; returns the created files and the output. */
async function run(program: string, example: string) {
  const folder = mkdtempSync(join(tmpdir(), 'example-'))
  const key = await keyOf(context.db, context.cast.lin.viewer, [...SCOPES])
  const { stdout } = await promisify(execFile)(program, [resolve('modules/api/guide/examples', example)], {
    cwd: folder,
    env: { ...process.env, QISHU_URL: base, QISHU_KEY: key },
  })
  return { stdout, pdf: readFileSync(join(folder, 'draft.pdf'), 'latin1'), folder }
}

const lastDraft = () =>
  context.db
    .selectFrom('documents.document')
    .select(['template_code', 'answers'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test.each([
  ['bash', 'draft.sh'],
  [process.execPath, 'draft.ts'],
  ['python3', 'draft.py'],
])('%s runs the example %s', async (program, example) => {
  const { pdf, stdout, folder } = await run(program, example)
  expect(pdf.slice(0, 5)).toBe('%PDF-')
  const open = example.endsWith('.sh') ? readFileSync(join(folder, 'check.json'), 'utf8') : stdout
  expect(open).toContain('Party B')
  const { template_code, answers } = await lastDraft()
  expect(template_code).toBe('mutual-nda')
  expect(answers.parties[0]!.nameEn).toBe('Lotus Trading (Shanghai) Co., Ltd.')
})
