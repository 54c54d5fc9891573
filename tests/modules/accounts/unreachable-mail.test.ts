import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { config } from '#src/core/config.ts'
import { stopJobs, workJobs } from '#src/jobs/jobs.ts'
import { askForCode } from '#tests/cast/registration.ts'
import { setUpDatabase } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'

const context = setUpDatabase()
let smtp: MailStub

beforeAll(async () => {
  smtp = await startMailStub()
  await workJobs(context.db, {})
})
beforeEach(() => {
  config.SMTP_URL = smtp.url
  smtp.refuse = null
})
afterAll(async () => {
  await stopJobs()
  config.SMTP_URL = undefined
  smtp.close()
})

const ask = (email: string) => askForCode(newClient(context.db), email)
const WORDS = 'The email could not be sent. Please check the address and try again.'

test('the first request for a code to a rejected address reports the problem beside the address', async () => {
  smtp.refuse = 550
  const answer = await ask('gone@kestrel.example')
  expect([answer.status, fieldProblem(await answer.text(), 'email')]).toEqual([422, WORDS])
})

test('a request while no mail can be sent reports the problem too', async () => {
  config.SMTP_URL = 'smtp://127.0.0.1:1'
  const answer = await ask('down@kestrel.example')
  expect([answer.status, fieldProblem(await answer.text(), 'email')]).toEqual([422, WORDS])
})

test('a sent code is reported as sent', async () => {
  const answer = await ask('well@kestrel.example')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('A code is on its way')
  expect(smtp.recipients).toContain('well@kestrel.example')
})
