import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#src/core/ids.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { type Client, newClient } from '#tests/support/client.ts'

let world: World

beforeAll(async () => {
  world = await copyOfWorld()
})

async function pageOf(client: Client, path: string) {
  const answer = await client.get(path)
  return { status: answer.status, html: (await answer.text()).replace(/<!-- -->/g, '') }
}

/** The texts and addresses of the links in the part of the page with this label. */
function linksIn(html: string, label: string): string[] {
  const part = html.split(`<nav aria-label="${label}"`).at(-1)!.split('</nav>')[0]!
  const links = part.matchAll(/<a [^>]*?href="([^"]+)"[^>]*>(.*?)<\/a>/gs)
  const words = (inner: string) => inner.replace(/<svg.*?<\/svg>|<span data-waits.*$|<[^>]*>/gs, '').trim()
  return [...links].map(([, href, inner]) => `${words(inner!)} ${href}`)
}

/** The links that the specification (1, 2.6) requires in the corner of every page. */
const HELP = ['FAQ /faq', 'Feedback /feedback', 'Online service /online-service']
const HELP_INSIDE = [
  'FAQ /mgmt/faq-list',
  'Feedback /mgmt/client-feedback',
  'Online service /mgmt/online-service',
]
const TOUR = 'Guided tour /mgmt/home?tour=1'

test('the side menu leads to its seven pages, in order', async () => {
  const { html } = await pageOf(world.cast.lin.client, '/mgmt/tasks')
  const links = linksIn(html, 'Main menu')
  expect(links.filter((link) => !/target|profile|locale|Qishu/.test(link))).toEqual([
    'Home /mgmt/home',
    'My Documents /mgmt/my-docs',
    'Template Library /mgmt/doc-lib',
    'Tasks /mgmt/tasks',
    'Messages /mgmt/messages',
    'Contacts /mgmt/contacts',
    'Account Info /mgmt/acct-info',
  ])
})

test('Home shows edited, completed and recommended documents, waiting items, contacts, and links to us', async () => {
  const { html } = await pageOf(world.cast.lin.client, '/mgmt/home')
  const titles = ['Recently Edited Documents', 'Recently Completed Documents', 'Tasks', 'Contacts']
  const places = [...titles, 'Recommended Documents'].map((title) => html.indexOf(`>${title}</h2>`))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places[0]).toBeGreaterThan(0)
  expect(html).toMatch(/<a href="\/mgmt\/new-doc"[^>]*>.*?Create New/s)
  const [line] = html.split('<main')[1]!.split('</main>')
  expect(linksIn(line!, 'Help')).toEqual(['Contact us /locations', ...HELP_INSIDE])
})

test('questions, feedback and the online service are on every page, logged in or not, and in the tour', async () => {
  for (const path of ['/product', '/pricing', '/company', '/acct/login', '/faq'])
    expect([path, linksIn((await pageOf(newClient(world.db), path)).html, 'Help')]).toEqual([path, HELP])
  for (const path of ['/mgmt/home', '/mgmt/my-docs', '/mgmt/contacts', '/mgmt/acct-info'])
    expect([path, linksIn((await pageOf(world.cast.lin.client, path)).html, 'Help')]).toEqual([
      path,
      [...HELP_INSIDE, TOUR],
    ])
})

test('a page whose island is still loading says so, at five per cent', async () => {
  const { html } = await pageOf(world.cast.lin.client, `/mgmt/${world.draft.id}/edit-doc`)
  expect(html).toMatch(/<progress id="starting" [^>]*value="5"/)
  expect((await pageOf(world.cast.lin.client, '/mgmt/home')).html).not.toContain('id="starting"')
})

describe('a refusal', () => {
  const framed = (html: string) => html.includes('aria-label="Main menu"')

  test('in the logged-in area is shown there, with further links; elsewhere on a public page', async () => {
    await world.db
      .updateTable('accounts.account')
      .set({ grants: [] })
      .where('username', '=', 'zhou')
      .execute()
    const denied = await pageOf(world.cast.zhou.client, '/mgmt/contacts/new')
    expect([denied.status, framed(denied.html)]).toEqual([403, true])
    const missingPage = await pageOf(world.cast.lin.client, `/mgmt/${newId()}/communicat-doc`)
    expect([missingPage.status, framed(missingPage.html)]).toEqual([404, true])
    const outside = await pageOf(newClient(world.db), '/sign/none')
    expect([outside.status < 400, framed(outside.html)]).toEqual([false, false])
  })
})
