import { beforeAll, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import '#src/app/events.ts'
import { LOCALES } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { enterAsReviewer, OLIVER, reviewedDocument } from '#tests/cast/review.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { type Client, newClient } from '#tests/support/client.ts'

const context = setUpCast()
const NAME = 'Hannah Weiss'
const NAMES_WITH_TEAM = [`${NAME} of ${NAME}`, `${NAME}的${NAME}`, `${NAME} 的 ${NAME}`, `${NAME}, ${NAME}`]
const HOME = '/mgmt/acct-info'

beforeAll(async () => {
  const { id } = context.cast.hannah.viewer
  await context.db
    .updateTable('accounts.account')
    .set({ name: NAME, identity: 'individual' })
    .where('id', '=', id)
    .execute()
})

const individual = async (): Promise<Viewer> => (await findViewer(context.db, context.cast.hannah.viewer.id))!

/**
 * Expects that the page contains the sender's name in each of the three languages, and never beside the name
 * of a team.
 */
async function namesAlone(client: Client, path: string) {
  for (const locale of LOCALES) {
    client.cookies.set('locale', locale)
    const answer = await client.get(path)
    const html = (await answer.text()).replaceAll('<!-- -->', '')
    expect([path, answer.status, html.includes(NAME)]).toEqual([path, 200, true])
    expect([path, NAMES_WITH_TEAM.filter((words) => html.includes(words))]).toEqual([path, []])
  }
  client.cookies.delete('locale')
}

async function mailsNameAlone(address: string) {
  const mails = await mailsTo(context.db, address)
  expect(mails.some(({ text }) => text.includes(NAME))).toBe(true)
  for (const { text, html } of mails)
    expect(NAMES_WITH_TEAM.filter((words) => `${text}${html}`.includes(words))).toEqual([])
}

describe('an individual is shown by name only, without the team', () => {
  test('in a signing', async () => {
    const signing = await signingDocument(context.db, await individual())
    const [firstSignatory] = SIGNATORIES
    const stranger = newClient(context.db)
    await namesAlone(stranger, signing.link)
    await context.db.deleteFrom('signing.builtin_code').execute()
    await stranger.post(`${signing.link}/code`)
    await namesAlone(stranger, `${signing.link}/code`)
    const signer = await enterByLink(context.db, signing.link, firstSignatory!.email)
    const ownPath = `/signing/${signing.signatoryId}`
    await namesAlone(signer, ownPath)
    await namesAlone(signer, `${ownPath}/question`)
    await signer.post(`${ownPath}/refusal`, { reason: 'Not yet' })
    await namesAlone(signer, `${ownPath}/declined`)
    await mailsNameAlone(firstSignatory!.email)
  })

  test('in a review', async () => {
    const { lin, zhou, hannah } = context.cast
    await context.db
      .updateTable('accounts.account')
      .set({ team_id: hannah.viewer.teamId })
      .where('id', '=', zhou.viewer.id)
      .execute()
    const member = { ...zhou, viewer: (await findViewer(context.db, zhou.viewer.id))! }
    const sender = { ...lin, viewer: await individual() }
    const review = await reviewedDocument(context.db, { lin: sender, zhou: member })
    await namesAlone(newClient(context.db), review.link)
    const reviewer = await enterAsReviewer(context.db, review.link)
    await namesAlone(reviewer, `/review/${review.oliverId}/review-doc`)
    await namesAlone(reviewer, `/review/${review.oliverId}/rejection`)
    await mailsNameAlone(OLIVER.email)
    expect((await lastMailTo(context.db, OLIVER.email)).text).toContain(`because ${NAME} asked you`)
  })

  test('in account information, also after a change of the name', async () => {
    const { client, viewer } = context.cast.hannah
    const html = await (await client.get(HOME)).text()
    expect(html).not.toContain('Company name')
    expect(html).toContain('Address and phone')
    expect(await (await client.get(`${HOME}/company`)).text()).not.toContain('name="companyName"')
    const response = await client.post(`${HOME}/company`, {
      version: '1',
      companyName: 'Weiss Ltd',
      phone: '021 1234',
      address: 'Pearl Road 1',
    })
    expect(response.headers.get('location')).toBe(`${HOME}?done=details`)
    const facts = { version: '1', name: 'Hannah Schwarz', department: '', position: '', mailingAddress: '' }
    expect((await client.post(`${HOME}/profile`, facts)).status).toBe(303)
    expect(await findViewer(context.db, viewer.id)).toMatchObject({
      name: 'Hannah Schwarz',
      teamName: 'Hannah Schwarz',
    })
  })

  test('a member of another person’s team is shown with the team', async () => {
    const signing = await signingDocument(context.db, context.cast.lin.viewer)
    const html = await (await newClient(context.db).get(signing.link)).text()
    expect(html).toContain('lin of Lotus Trading')
  })
})
