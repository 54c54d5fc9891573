import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#src/app/app.tsx'
import { config } from '#src/core/config.ts'
import { LOCALES, type Locale, languageTag } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { mailNames, sampleMail } from '#src/mail/mail-template.tsx'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { sourceFiles } from '#tests/support/files.ts'
import { BIG5, GB_2312 } from '#tests/support/spoken.ts'

let db: Db
let client: Client

beforeAll(async () => {
  db = await testDatabase()
  client = newClient(db)
})

const linksIn = (text: string) => [...new Set(text.match(/https?:\/\/[\w./:?=&%-]*[\w/]/g))].sort()
const withoutMarkup = (html: string) =>
  html
    .replace(/<style>.*?<\/style>|<[^>]+>/gs, '\n')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

const isForeign: Record<Locale, (character: string) => boolean> = {
  zh_CN: (character) => BIG5.includes(character) && !GB_2312.includes(character),
  zh_TW: (character) => GB_2312.includes(character) && !BIG5.includes(character),
  en_US: () => true,
}
const misspoken = (words: string, locale: Locale) =>
  [...words].filter((character) => /\p{Script=Han}/u.test(character) && isForeign[locale](character)).join('')

test('a mail can only be sent by a declared template, so every mail is shown', () => {
  const senders = sourceFiles(['src', 'modules']).filter((file) =>
    /\bsendMailLater\(/.test(readFileSync(file, 'utf8')),
  )
  expect(senders).toEqual(['src/mail/mail-template.tsx', 'src/mail/mail.ts'])
})

test('the page lists every mail by its subject, and shows each in three languages', async () => {
  expect(mailNames().length).toBeGreaterThan(20)
  const list = await (await client.get('/dev/mail?locale=en_US')).text()
  for (const name of mailNames()) {
    expect(list).toContain(`href="/dev/mail?name=${name}"`)
    const shownMail = await (await client.get(`/dev/mail?name=${name}`)).text()
    for (const locale of LOCALES)
      expect(withoutMarkup(shownMail)).toContain(sampleMail(name, locale)!.subject)
    expect(shownMail.match(/<iframe [^>]*sandbox=""/g)).toHaveLength(3)
  }
  expect((await client.get('/dev/mail?name=none')).status).toBe(404)
})

const UNADDRESSED = /write to us|tell us|(与我们联系|告知我们|與我們聯絡|告知我們)[。，]/i

test('a mail about an account that asks for a reply says where to send it', () => {
  expect('If it was not you, write to us at once.').toMatch(UNADDRESSED)
  const about = mailNames().filter((name) => name.startsWith('accounts.'))
  expect(about.length).toBeGreaterThan(10)
  for (const name of about)
    for (const locale of LOCALES)
      expect([name, locale, sampleMail(name, locale)!.text.match(UNADDRESSED)]).toEqual([name, locale, null])
})

test('mails to our own mailbox do not say that the reader entered the address', () => {
  const ownMails = mailNames().filter((name) => /\.toStaff$|ToSupport$/.test(name))
  expect(ownMails.sort()).toEqual(['accounts.deletionToSupport', 'consultation.toStaff', 'messaging.toStaff'])
  for (const name of ownMails) {
    expect(sampleMail(name, 'zh_CN')!.text).not.toContain('填写了您的邮箱')
    expect(sampleMail(name, 'zh_CN')!.text).toContain('发至客服邮箱')
  }
})

test('one click unsubscribes from the mail about new templates, and from no other', () => {
  const leavable = mailNames().filter((name) => sampleMail(name, 'en_US')!.unsubscribeLink)
  expect(leavable).toEqual(['documents.newTemplates'])
})

test('neither the page of mails nor the outbox exists in production', async () => {
  const { production, demo } = config
  // The routes are fixed when the app is created.
  const status = async (path: string) => (await createApp(db).request(config.baseUrl + path)).status
  expect([await status('/dev/mail'), await status('/outbox')]).toEqual([200, 200])
  try {
    Object.assign(config, { production: true, demo: false })
    expect([await status('/dev/mail'), await status('/outbox')]).toEqual([404, 404])
  } finally {
    Object.assign(config, { production, demo })
  }
})

describe.each(mailNames())('the mail %s', (name) => {
  test.each(LOCALES)('says the same in both parts, in %s only, and loads nothing', (locale) => {
    const { subject, text, html } = sampleMail(name, locale)!
    expect(text.trim()).not.toBe('')
    expect(linksIn(text)).toEqual(linksIn(html))
    expect(html).toContain(`<html lang="${languageTag(locale)}">`)
    const [words] = text.split('\n\n-- \n')
    for (const paragraph of words!.split('\n\n').filter((part) => !/https?:|\d{6}/.test(part)))
      expect(withoutMarkup(html)).toContain(paragraph)
    expect(misspoken(`${subject}${text}${withoutMarkup(html)}`, locale)).toBe('')
    if (locale !== 'en_US') expect(subject).toMatch(/\p{Script=Han}/u)
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined|acctInfo\.|signing\.|messaging\./)
    expect(html).not.toMatch(/<(script|img|link|iframe|object)\b|url\(|@import|\bsrc=/i)
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
    expect(html).toContain('@media(prefers-color-scheme:dark)')
  })
})
