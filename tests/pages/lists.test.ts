import { beforeAll, describe, expect, test } from 'vitest'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'

let world: World

beforeAll(async () => {
  world = await copyOfWorld()
})

async function pageOf(path: string): Promise<string> {
  return (await (await world.cast.lin.client.get(path)).text()).replace(/<!-- -->/g, '')
}

const wordsOf = (html: string, part: RegExp) =>
  [...html.matchAll(part)].map(([, inner]) => inner!.replace(/<[^>]*>/g, '').trim())
const headsOf = (html: string) => wordsOf(html, /<th [^>]*>(.*?)<\/th>/gs)
const tabsOf = (html: string) => wordsOf(html, /<a role="tab"[^>]*>(.*?)<\/a>/gs)

/** The column headings of each list (source: specification, section 3). */
describe('a list shows all columns of the specification', () => {
  test('of contacts, in two tabs', async () => {
    const internal = { name: 'Maria Santos', email: 'maria@lotus.example', type: 'internal' }
    const answer = await world.cast.lin.client.post('/mgmt/contacts', internal)
    expect(answer.headers.get('location')).toContain('done=added')
    const pages = [await pageOf('/mgmt/contacts'), await pageOf('/mgmt/contacts?type=external')]
    expect(pages.map(tabsOf)).toEqual(Array(2).fill(['Internal', 'External']))
    expect(pages.map(headsOf)).toEqual([
      ['Name', 'Department', 'Mobile', 'Email', 'Actions'],
      ['Name', 'Organisation', 'Mobile', 'Email', 'Actions'],
    ])
  })

  test('of tasks, in three tabs, each with its own text when empty', async () => {
    const todo = await pageOf('/mgmt/tasks')
    expect(tabsOf(todo)).toEqual(['Pending', 'Done', 'Expired'])
    expect(headsOf(todo)).toEqual(['Type', 'Document', 'Creator', 'Start time', 'Due', 'Actions'])
    expect(wordsOf(todo, /<a href="\/mgmt\/tasks[^"]*"[^>]*class="btn[^>]*>(.*?)<\/a>/gs)).toEqual([
      'All',
      'Review',
      'Sign',
      'Return',
    ])
    await world.db
      .updateTable('messaging.task')
      .set({ state: 'done', finished_at: new Date() })
      .where('account_id', '=', world.cast.lin.viewer.id)
      .execute()
    expect(headsOf(await pageOf('/mgmt/tasks?status=done'))).toEqual([
      'Type',
      'Document',
      'Creator',
      'Start time',
      'Finish time',
    ])
    expect(await pageOf('/mgmt/tasks')).toContain('Requests to review or sign a document')
    expect(await pageOf('/mgmt/tasks?status=invalid')).toContain(
      'A task expires when its deadline has passed',
    )
  })

  test('of messages, each with its subject and time', async () => {
    const html = await pageOf('/mgmt/messages')
    const rows = html.split('<main')[1]!.split('</main>')[0]!.split('<li').slice(1)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toMatch(/<button.*<time [^>]*>\d{4}-\d\d-\d\d \d\d:\d\d</s)
  })
})
