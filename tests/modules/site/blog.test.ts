import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#src/db/db.ts'
import { newClient } from '#tests/support/client.ts'
import { configure } from '#tests/support/configured.ts'
import { testDatabase } from '#tests/support/database.ts'

const BLOG = 'https://blog.qishu.example/'
const LICENCE = '沪ICP备20260001号-1'

let db: Db

beforeAll(async () => {
  configure({ BLOG_URL: BLOG, ICP_LICENCE: LICENCE })
  db = await testDatabase()
})

test('the blog is another site, opened in a tab without access to ours', async () => {
  const answer = await newClient(db).get('/blogs')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, BLOG])
  const links = (await (await newClient(db).get('/product')).text()).match(/<a[^>]*href="\/blogs"[^>]*>/g)!
  expect(links.length).toBe(2)
  for (const link of links) {
    expect(link).toContain('target="_blank"')
    expect(link).toContain('rel="noopener"')
  }
})

test('a configured licence record is shown unchanged, linked to the register and not called a sample', async () => {
  const html = await (await newClient(db).get('/product?locale=en_US')).text()
  const footer = /<footer.*<\/footer>/s.exec(html)![0]
  expect(footer).toMatch(
    new RegExp(`href="https://beian.miit.gov.cn/"[^>]*><span lang="zh-CN"[^>]*>${LICENCE}`),
  )
  expect(footer).not.toContain('sample')
})
