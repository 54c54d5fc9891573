import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findTemplate, refreshLibrary } from '#modules/templates/index.ts'
import { shippedSource } from '#modules/templates/library/shipped.ts'
import { putShippedInForce } from '#modules/templates/library.ts'
import { publishDue } from '#modules/templates/publishing/scheduling.ts'
import { noteTemplates } from '#modules/templates/template-newsletter.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { dayAhead } from '#src/core/day.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { postFiles } from '#tests/support/upload.ts'

const context = setUpCast()
const HOME = '/desk/templates'
const CODE = 'power-of-attorney'
let shipped = 0
const desk = () => context.cast.ruo.client

beforeAll(() => {
  shipped = findTemplate(CODE).version
})
beforeEach(async () => {
  for (const table of ['scheduling', 'published_template', 'template_draft', 'library_entry'] as const)
    await context.db.deleteFrom(`templates.${table}`).execute()
  await context.db.deleteFrom('platform.mail').execute()
  await noteTemplates(context.db)
  await refreshLibrary(context.db)
})
afterEach(() => putShippedInForce())

async function check(version = shipped + 1): Promise<string> {
  const yaml = (await shippedSource(CODE))!.replace(`version: ${shipped}\n`, `version: ${version}\n`)
  const response = await postFiles(desk(), HOME, { yaml }, [])
  return response.headers.get('location')!
}
const schedule = (draft: string, day: string) => desk().post(`${draft}/scheduling?locale=en_US`, { day })
const text = async (path: string) => (await desk().get(`${path}?locale=en_US`)).text()
const rows = () =>
  context.db.selectFrom('templates.scheduling').select(['publish_on', 'not_published']).execute()
const logged = () =>
  context.db
    .selectFrom('accounts.desk_action')
    .select('reason')
    .where('action', '=', 'change-template')
    .orderBy('id', 'desc')
    .execute()
const dayCame = () =>
  context.db.updateTable('templates.scheduling').set({ publish_on: shanghaiDay() }).execute()

describe('a checked draft', () => {
  test('is scheduled, shown, and published once on its day in the name of the person who scheduled it', async () => {
    const draft = await check()
    const day = dayAhead(20)
    const sentResponses = await Promise.all([1, 2].map(() => schedule(draft, day)))
    expect(sentResponses.map(({ status }) => status)).toEqual([303, 303])
    expect(await text(draft)).toContain(`To be published on ${day}, scheduled by`)
    expect(await text(HOME)).toContain(`to be published on ${day}`)
    expect((await logged())[0]).toEqual({ reason: `schedule ${day}` })
    await publishDue.now(context.db, {})
    expect(findTemplate(CODE).version).toBe(shipped)
    await dayCame()
    await Promise.all([1, 2].map(() => publishDue.now(context.db, {})))
    expect(findTemplate(CODE).version).toBe(shipped + 1)
    const [published, ...otherRows] = await context.db
      .selectFrom('templates.published_template')
      .select('published_by')
      .execute()
    expect([published!.published_by, otherRows]).toEqual([context.cast.ruo.viewer.id, []])
    expect(await rows()).toEqual([])
    expect(await mailsTo(context.db, config.company.mail)).toEqual([])
  })

  test('requires a future day, and keeps the typed text', async () => {
    const draft = await check()
    for (const day of ['', shanghaiDay(), 'soon', '2027-02-30']) {
      const response = await schedule(draft, day)
      const html = await response.text()
      expect([day, response.status, fieldProblem(html, 'day')]).toEqual([
        day,
        422,
        'Please choose a date after today',
      ])
    }
    expect(await rows()).toEqual([])
    expect((await schedule(await check(shipped), dayAhead(3))).status).toBe(409)
    expect((await desk().post(`${HOME}/drafts/x/scheduling`, { day: dayAhead(3) })).status).toBe(404)
  })

  test('is not published if the schedule is cancelled', async () => {
    const draft = await check()
    await schedule(draft, dayAhead(3))
    await Promise.all([1, 2].map(() => desk().post(`${draft}/scheduling-end`)))
    expect(await rows()).toEqual([])
    expect((await logged())[0]).toEqual({ reason: `cancel ${dayAhead(3)}` })
    await publishDue.now(context.db, {})
    expect(findTemplate(CODE).version).toBe(shipped)
  })

  test('that cannot be published on its day is reported to our mailbox once, and can be scheduled again', async () => {
    const draft = await check()
    await schedule(draft, dayAhead(3))
    const otherDraft = await check(shipped + 2)
    await desk().post(`${otherDraft}/publication`, {})
    await dayCame()
    await publishDue.now(context.db, {})
    await publishDue.now(context.db, {})
    expect(await rows()).toEqual([{ publish_on: shanghaiDay(), not_published: 'TEMPLATE_VERSION_TAKEN' }])
    expect(await mailsTo(context.db, config.company.mail)).toHaveLength(1)
    expect(await text(draft)).toContain(`It was not published on ${shanghaiDay()}.`)
  })
})
