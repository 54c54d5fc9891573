import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { libraryTemplates } from '#modules/templates/library.ts'
import { noteTemplates, sendTemplateNewsletters } from '#modules/templates/template-newsletter.ts'
import { createApp } from '#src/app/app.tsx'
import { SCHEDULE } from '#src/app/schedule.ts'
import { config } from '#src/core/config.ts'
import { newToken } from '#src/core/secrets.ts'
import { deliver } from '#src/mail/mail.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import type { PersonName } from '#tests/cast/people.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'

const context = setUpCast()
let smtp: MailStub

beforeAll(async () => {
  smtp = await startMailStub()
})
afterAll(() => {
  config.SMTP_URL = undefined
  smtp.close()
})

const CODES = libraryTemplates().map(({ code }) => code)
const NOTICES = '/mgmt/acct-info/notices'

beforeEach(async () => {
  for (const table of ['templates.library_entry', 'platform.mail', 'accounts.notice_choice'] as const)
    await context.db.deleteFrom(table).execute()
  await noteTemplates(context.db, CODES.slice(2))
})

const monday = () => sendTemplateNewsletters.now(context.db, {} as never)
const lettersTo = async (who: PersonName) => (await mailsTo(context.db, `${who}@example.com`)).reverse()
const ask = (who: PersonName) => context.cast[who].client.post(`${NOTICES}/templates`)
const linkIn = (text: string) => /\/template-letter\/\w+/.exec(text)![0]

async function leavingLink(recipient: PersonName) {
  await ask(recipient)
  await noteTemplates(context.db)
  await monday()
  return linkIn((await lastMailTo(context.db, `${recipient}@example.com`)).text)
}

describe('the mail about new templates', () => {
  test('is sent on Mondays to subscribers, about the templates added since the last mail', async () => {
    expect(SCHEDULE['template-letters']).toBe('0 9 * * 1')
    expect((await ask('lin')).headers.get('location')).toBe(`${NOTICES}?done=templates`)
    expect(await (await context.cast.lin.client.get(NOTICES)).text()).toMatch(/name="templates"[^>]* checked/)
    await monday()
    expect(await lettersTo('lin')).toEqual([])
    await noteTemplates(context.db, CODES.slice(1))
    await monday()
    await noteTemplates(context.db)
    await monday()
    await monday()
    const codes = (await lettersTo('lin')).map(({ text }) =>
      CODES.filter((code) => text.includes(`template=${code}`)),
    )
    expect(codes).toEqual([[CODES[1]], [CODES[0]]])
    expect(await lettersTo('zhou')).toEqual([])
  })

  test('does not mention the templates of a new database, and can be subscribed to in the library', async () => {
    const html = await (await context.cast.lin.client.get('/mgmt/doc-lib')).text()
    expect(html).toContain(`action="${NOTICES}/templates"`)
    await context.db.deleteFrom('templates.library_entry').execute()
    await ask('lin')
    await noteTemplates(context.db)
    await monday()
    expect(await lettersTo('lin')).toEqual([])
  })

  test('is cancelled by its link, without login, on a page that asks for confirmation, even twice', async () => {
    const link = await leavingLink('lin')
    const stranger = newClient(context.db)
    const asks = await stranger.get(`${link}?locale=en_US`)
    expect([asks.status, asks.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
    expect(await asks.text()).toContain(`action="${link}"`)
    expect(await (await context.cast.lin.client.get(NOTICES)).text()).toMatch(/name="templates"[^>]* checked/)
    for (let n = 0; n < 2; n++) expect((await stranger.post(link)).status).toBe(200)
    expect(await (await context.cast.lin.client.get(NOTICES)).text()).not.toMatch(
      /name="templates"[^>]* checked/,
    )
    expect((await stranger.post(`/template-letter/${newToken()}`)).status).toBe(404)
  })

  test('is cancelled by a mail program’s button, which has no origin and no cookies', async () => {
    const link = await leavingLink('lin')
    config.SMTP_URL = smtp.url
    const { id } = await lastMailTo(context.db, 'lin@example.com')
    await deliver.now(context.db, { id })
    const head = smtp.messages
      .at(-1)!
      .split('\r\n\r\n')[0]!
      .replace(/\r\n\s+/g, ' ')
    expect(head).toContain(`List-Unsubscribe: <${config.baseUrl}${link}>`)
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const pressed = await createApp(context.db).request(`${config.baseUrl}${link}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(pressed.status).toBe(200)
    await context.db.deleteFrom('templates.library_entry').where('code', '=', CODES[0]!).execute()
    await context.db.deleteFrom('platform.mail').execute()
    await noteTemplates(context.db)
    await monday()
    expect(await lettersTo('lin')).toEqual([])
    await ask('lin')
    await context.db.deleteFrom('templates.library_entry').where('code', '=', CODES[0]!).execute()
    await noteTemplates(context.db)
    await monday()
    expect(linkIn((await lettersTo('lin'))[0]!.text)).toBe(link)
  })
})
