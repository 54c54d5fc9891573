import { beforeAll, describe, expect, test } from 'vitest'
import { anchorOf, listPages, PAGE_CODES, PAGES } from '#modules/site/pages.ts'
import { LOCALES } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { XSS } from '#tests/security/payloads.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db

beforeAll(async () => {
  db = await testDatabase()
})

describe('GET /api/public/pages', () => {
  test.each(PAGE_CODES)('%s lists titles in the requested language, in the envelope', async (code) => {
    for (const locale of LOCALES) {
      const answer = await newClient(db).get(`/api/public/pages?code=${code}&locale=${locale}`)
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { success: true, model: listPages(code, locale), errorCode: null, errorMsg: null },
      ])
    }
    expect(listPages(code, 'en_US')[0]!.title).not.toBe(listPages(code, 'zh_CN')[0]!.title)
  })

  test.each(['WEBSITE', '', 'product', 'PRODUCT,ABOUT', '__proto__', 'constructor'])(
    'rejects the code %j as INVALID_FIELD',
    async (code) => {
      const answer = await newClient(db).get(`/api/public/pages?code=${encodeURIComponent(code)}`)
      const { success, model, errorCode } = await answer.json()
      expect([answer.status, success, model, errorCode]).toEqual([422, false, null, 'INVALID_FIELD'])
    },
  )

  test('rejects a missing code', async () => {
    expect((await (await newClient(db).get('/api/public/pages')).json()).errorCode).toBe('INVALID_FIELD')
  })
})

describe('anchors', () => {
  test('each item of a page list is a section of its page, with the item’s title as its heading', async () => {
    for (const code of PAGE_CODES)
      for (const { title, anchor, path } of listPages(code, 'en_US')) {
        const html = await (await newClient(db).get(`${path}?locale=en_US`)).text()
        expect([anchor, html.includes(`<section id="${anchor}" tabindex="-1"`)]).toEqual([anchor, true])
        expect(html).toMatch(new RegExp(`<h2 id="${anchor}-title"[^>]*>${title}</h2>`))
      }
  })

  test('the submenus of the header equal the page lists', async () => {
    const html = await (await newClient(db).get('/pricing?locale=en_US')).text()
    for (const code of ['PRODUCT', 'ABOUT', 'PARTNER'] as const)
      for (const { title, anchor, path } of listPages(code, 'en_US'))
        expect(html).toContain(`<a href="${path}?anchor=${anchor}">${title}</a>`)
  })

  test('without script the page scrolls to the named section, and shows no other text of the URL', async () => {
    const refreshed = async (query: string) =>
      /<noscript><meta http-equiv="refresh" content="([^"]*)"/.exec(
        await (await newClient(db).get(`/product?${query}`)).text(),
      )?.[1]
    expect(await refreshed('anchor=steps')).toBe('0; url=#steps')
    for (const bad of ['about-us', '', 'STEPS', 'steps;url=//evil.example', ...XSS.slice(0, 20)])
      expect([bad, await refreshed(`anchor=${encodeURIComponent(bad)}`)]).toEqual([bad, undefined])
  })

  test('only a page’s own sections are its anchors', () => {
    expect(anchorOf('/product', PAGES.PRODUCT.anchors[0])).toBe(PAGES.PRODUCT.anchors[0])
    expect(anchorOf('/company', PAGES.PARTNER.anchors[0])).toBe(PAGES.PARTNER.anchors[0])
    expect(anchorOf('/company', PAGES.PRODUCT.anchors[0])).toBeUndefined()
    expect(anchorOf('/pricing', 'steps')).toBeUndefined()
  })
})
