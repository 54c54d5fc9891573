import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#src/core/clock.ts'
import { config, readConfig } from '#src/core/config.ts'
import { ConfigError } from '#src/core/configuration/config-error.ts'
import { LOCALES, translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { SmsRefused, sendByAliyun } from '#src/mail/aliyun.ts'
import { deliver } from '#src/mail/mail.ts'
import { canReach, sendSmsEvent, sendSmsLater, sendSmsNotice } from '#src/mail/sms.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { askForCode } from '#tests/cast/registration.ts'
import { type AliyunStub, startAliyunStub } from '#tests/stubs/aliyun.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem } from '#tests/support/form.ts'

const KEYS = { keyId: 'LTAI-test', secret: 'key secret + of / a test' }
const NO_OTHERS = {
  foreignTemplateCode: undefined,
  noticeTemplateCode: undefined,
  foreignNoticeTemplateCode: undefined,
  accountTemplateCode: undefined,
  foreignAccountTemplateCode: undefined,
}
const ACCOUNT = { ...KEYS, signName: '契书', templateCode: 'SMS_100' }

let db: Db
let stub: AliyunStub

beforeAll(async () => {
  db = await testDatabase()
})
beforeEach(async () => {
  stub = await startAliyunStub(KEYS)
  config.sms = { ...ACCOUNT, ...NO_OTHERS, endpoint: stub.url }
})
afterEach(() => {
  stub.close()
  setClock(null)
})
afterAll(() => {
  config.sms = null
})

const account = (changes: object = {}) => ({ ...ACCOUNT, endpoint: stub.url, ...changes })

/** Enqueues a message and runs its job once, as a worker does. */
async function sendOnce(to: string, code = '123456') {
  await sendSmsLater(db, to, `Your code is ${code}`, code)
  const { id } = await lastMailTo(db, to)
  return deliver.now(db, { id })
}

describe('a text message by Aliyun', () => {
  test('is signed by Aliyun’s algorithm, with names that need escaping', async () => {
    const oddConfig = { signName: "契书 (a)*~'!+&=" }
    await sendByAliyun(account(oddConfig), '+8613812345678', '012345')
    expect(stub.sent).toEqual([
      {
        PhoneNumbers: '13812345678',
        SignName: oddConfig.signName,
        TemplateCode: 'SMS_100',
        TemplateParam: '{"code":"012345"}',
      },
    ])
  })

  test.each([
    ['another secret', { secret: 'wrong' }, 'SignatureDoesNotMatch'],
    ['another key', { keyId: 'LTAI-other' }, 'InvalidAccessKeyId.NotFound'],
  ])('is rejected when signed by %s', async (_, changes, code) => {
    await expect(sendByAliyun(account(changes), '+8613812345678', '1')).rejects.toThrow(code)
    expect(stub.sent).toEqual([])
  })

  test('is rejected with a clock sixteen minutes off, and never repeats a nonce', async () => {
    setClock(() => new Date(Date.now() - 16 * 60_000))
    await expect(sendByAliyun(account(), '+8613812345678', '1')).rejects.toThrow('InvalidTimeStamp.Expired')
    setClock(null)
    for (let n = 0; n < 20; n++) await sendByAliyun(account(), '+8613812345678', '1')
    expect(stub.codes.filter((code) => code === 'OK')).toHaveLength(20)
    expect(stub.codes).not.toContain('SignatureNonceUsed')
  })

  test('with a link has a template of its own, and values that the service accepts', async () => {
    const phone = '+8613812345678'
    const notice = {
      sender: '陈莲',
      document: '机器人仓储自动化设备联合开发项目保密协议（补充）',
      link: 'https://qishu.example/sign/abcdefghijklmnopqrstuvwx',
    }
    const earlyMessage = await sendSmsNotice(db, phone, { ...notice, text: 'x' })
    await deliver.now(db, { id: earlyMessage })
    expect([stub.sent, (await lastMailTo(db, phone)).state]).toEqual([[], 'failed'])
    config.sms = { ...config.sms!, noticeTemplateCode: 'SMS_300' }
    const id = await sendSmsNotice(db, phone, { ...notice, text: `Please sign: ${notice.link}` })
    await deliver.now(db, { id })
    expect(stub.sent).toHaveLength(1)
    expect(stub.sent[0]).toMatchObject({ PhoneNumbers: '13812345678', TemplateCode: 'SMS_300' })
    expect(JSON.parse(stub.sent[0]!.TemplateParam!)).toEqual({
      sender: '陈莲',
      document: '机器人仓储自动化设备联合开发项目保密协…',
      link: 'abcdefghijklmnopqrstuvwx',
    })
    expect([canReach(phone), canReach('+4915112345678')]).toEqual([true, false])
  })

  test('about an account has templates of its own, in Chinese and abroad in English', async () => {
    config.sms = { ...config.sms!, accountTemplateCode: 'SMS_400', foreignAccountTemplateCode: 'SMS_500' }
    for (const to of ['+8613812345678', '+4915112345678']) {
      const id = await sendSmsEvent(db, to, 'x', (locale) => `event in ${locale}`)
      await deliver.now(db, { id })
    }
    expect(stub.sent.map(({ TemplateCode, TemplateParam }) => [TemplateCode, TemplateParam])).toEqual([
      ['SMS_400', '{"event":"event in zh_CN"}'],
      ['SMS_500', '{"event":"event in en_US"}'],
    ])
  })

  test('about an account fits the template in every language', () => {
    for (const locale of LOCALES)
      for (const about of ['restricted', 'restored', 'deletionAsked', 'erased', 'sessionsEnded'] as const)
        expect(translate(locale)(`acctInfo.sms.${about}.event`).length).toBeLessThanOrEqual(20)
  })

  test('to a foreign number is sent only with a template for foreign numbers', async () => {
    await sendByAliyun(account({ foreignTemplateCode: 'SMS_200' }), '+4915112345678', '1')
    expect(stub.sent[0]).toMatchObject({ PhoneNumbers: '4915112345678', TemplateCode: 'SMS_200' })
    await expect(sendSmsLater(db, '+4915112345678', 'x', '1')).rejects.toThrow('PUSH_SMS_FAIL')
  })

  test('that Aliyun rejects permanently is distinguished from one it may send later', async () => {
    const finalAnswers = [{ status: 200, body: { Code: 'isv.MOBILE_NUMBER_ILLEGAL' } }]
    stub.answers = finalAnswers
    await expect(sendByAliyun(account(), '+8613812345678', '1')).rejects.toBeInstanceOf(SmsRefused)
    for (const answer of [
      { status: 200, body: { Code: 'isv.BUSINESS_LIMIT_CONTROL' } },
      { status: 503, body: { Code: 'ServiceUnavailable' } },
      { status: 400, body: { Code: 'SignatureDoesNotMatch' } },
      { status: 502, body: {} },
    ]) {
      stub.answers = [answer]
      const error = await sendByAliyun(account(), '+8613812345678', '1').catch((thrown) => thrown)
      expect([answer, error instanceof Error, error instanceof SmsRefused]).toEqual([answer, true, false])
    }
  })
})

describe('the job of a text message', () => {
  test('sends the message once, and deletes its text unless this is a demo', async () => {
    config.demo = false
    await sendOnce('+8613800000001', '654321').finally(() => {
      config.demo = true
    })
    const mail = await lastMailTo(db, '+8613800000001')
    expect([mail.state, mail.code, mail.text]).toEqual(['sent', null, ''])
    await deliver.now(db, { id: mail.id })
    expect(stub.sent.map((one) => one.TemplateParam)).toEqual(['{"code":"654321"}'])
  })

  test('leaves the message waiting for a retry while Aliyun is down', async () => {
    stub.answers = [{ status: 503, body: { Code: 'ServiceUnavailable' } }]
    await expect(sendOnce('+8613800000002')).rejects.toThrow('ServiceUnavailable')
    const { id, state } = await lastMailTo(db, '+8613800000002')
    expect(state).toBe('waiting')
    await deliver.now(db, { id })
    expect((await lastMailTo(db, '+8613800000002')).state).toBe('sent')
  })

  test('marks a rejected message as failed, and the next request for a code reports that', async () => {
    stub.answers = [{ status: 200, body: { Code: 'isv.MOBILE_NUMBER_ILLEGAL' } }]
    await sendOnce('+8613800000003')
    expect((await lastMailTo(db, '+8613800000003')).state).toBe('failed')
    const secondAnswer = await askForCode(newClient(db), '+8613800000003')
    expect(fieldProblem(await secondAnswer.text(), 'mobile')).toBe(
      'The text message could not be sent. Please check the number and try again.',
    )
  })
})

test('an incomplete configuration prevents the start and names what is missing', () => {
  expect(() => readConfig({ SMS_ALIYUN_KEY_ID: 'a' })).toThrow(ConfigError)
  expect(() => readConfig({ SMS_ALIYUN_KEY_ID: 'a' })).toThrow(/SMS_ALIYUN_SECRET is missing/)
  expect(() => readConfig({ WECHAT_APP_ID: 'a' })).toThrow(/WECHAT_APP_SECRET is missing/)
  expect(readConfig({ DEMO: '0' }).sms).toBeNull()
})
