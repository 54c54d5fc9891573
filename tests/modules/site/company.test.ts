import { beforeAll, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { isOpenHour } from '#modules/chat/presence.ts'
import { LOCALES } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { buy } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { newClient } from '#tests/support/client.ts'
import { configure } from '#tests/support/configured.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfText, withoutSpace } from '#tests/support/pdf-tools.ts'
import { COMPANY } from '#tests/support/production.ts'

const RECORD = '浙公网安备33010602001234号'

let db: Db
let cast: Cast

beforeAll(async () => {
  configure({
    ...COMPANY,
    SERVICE_HOURS: '8:30-20:00',
    PUBLIC_SECURITY_RECORD: RECORD,
    LOGO_FILE: 'public/seal.svg',
  })
  db = await testDatabase()
  cast = await openCast(db)
})

const textOf = async (path: string) => (await newClient(db).get(path)).text()

const withoutTags = (html: string) => html.replace(/<script.*?<\/script>|<[^>]+>/gs, '')

const NAMES = {
  zh_CN: [COMPANY.COMPANY_NAME, COMPANY.COMPANY_ADDRESS],
  zh_TW: [COMPANY.COMPANY_NAME_TW, COMPANY.COMPANY_ADDRESS_TW],
  en_US: [COMPANY.COMPANY_NAME_EN, COMPANY.COMPANY_ADDRESS_EN],
}

/** The name of the demo's company, which no page of another company may show. */
const SAMPLE = /契[书書]科技|Qishu Technology|qishu\.example(?!\/)|6100 2610|Fuxing|复兴中路|復興中路/

test.each(LOCALES)('the public pages and agreements name the configured company in %s', async (locale) => {
  for (const path of ['/product', '/locations', '/company', '/online-service']) {
    const html = await textOf(`${path}?locale=${locale}`)
    for (const words of [...NAMES[locale], COMPANY.SERVICE_PHONE, COMPANY.SERVICE_MAIL])
      expect([path, html.includes(words)]).toEqual([path, true])
    expect(html.match(SAMPLE)).toBe(null)
  }
  for (const type of ['SERVICE_AGREEMENT', 'ACCOUNT_AGREEMENT', 'PRIVACY_STATEMENT']) {
    const text = withoutTags(await textOf(`/privacy-notice?type=${type}&locale=${locale}`))
    expect(text).not.toMatch(SAMPLE)
    expect(text).not.toMatch(/\{\w+\}/)
    const namedValues = { ACCOUNT_AGREEMENT: COMPANY.SERVICE_MAIL }[type] ?? NAMES[locale][0]
    expect(text).toContain(namedValues)
  }
})

test('a receipt names the configured company in both languages', async () => {
  const viewer = (await findViewer(db, cast.lin.viewer.id))!
  const { id } = await buy(db, viewer, 'basic')
  const pdf = await cast.lin.client.get(`/mgmt/orders/${id}/receipt.pdf`)
  const text = withoutSpace(await pdfText(new Uint8Array(await pdf.arrayBuffer())))
  for (const words of [...NAMES.zh_CN, ...NAMES.en_US]) expect(text).toContain(withoutSpace(words))
  expect(text).not.toMatch(SAMPLE)
})

test('mails for the service go to the configured address', async () => {
  await cast.lin.client.post('/mgmt/acct-info/deletion', { words: 'Please delete it.' })
  const mails = await db.selectFrom('platform.mail').select('recipient').execute()
  expect(mails.map((mail) => mail.recipient)).toContain(COMPANY.SERVICE_MAIL)
  expect(mails.map((mail) => mail.recipient).join(' ')).not.toContain('qishu.example')
})

test('the service is open in the configured hours', () => {
  const isOpenAt = (time: string) => isOpenHour(new Date(`2026-11-27T${time}:00+08:00`))
  expect(['08:29', '08:30', '19:59', '20:00'].map(isOpenAt)).toEqual([false, true, true, false])
})

test('hours are shown as configured', async () => {
  expect(await textOf('/locations?locale=en_US')).toContain('Working days in mainland China, 8:30 to 20:00')
  expect(await textOf('/online-service?locale=zh_CN')).toContain('8:30–20:00')
})

test('the record at the public security authority is linked to its register', async () => {
  const footer = /<footer.*<\/footer>/s.exec(await textOf('/product'))![0]
  expect(footer).toContain('https://beian.mps.gov.cn/#/query/webSearch?code=33010602001234')
  expect(footer).toContain(RECORD)
})

test('the configured logo replaces ours and is cached permanently', async () => {
  const html = await textOf('/product')
  const [, address] = /<img src="(\/assets\/logo-[0-9a-f]{16}\.svg)"/.exec(html)!
  const answer = await newClient(db).get(address!)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(answer.headers.get('cache-control')).toContain('immutable')
})

test('security.txt says where to report a vulnerability, and has not expired', async () => {
  const text = await textOf('/.well-known/security.txt')
  expect(text).toContain(`Contact: mailto:${COMPANY.SECURITY_MAIL}`)
  const [, expires] = /^Expires: (.+)$/m.exec(text)!
  expect(new Date(expires!).getTime()).toBeGreaterThan(Date.now())
})
