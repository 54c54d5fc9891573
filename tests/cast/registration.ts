import type { Db } from '#src/db/db.ts'
import type { Client } from '#tests/support/client.ts'
import { work } from '#views/scripts/proof/work.ts'
import { lastMailTo } from './mail.ts'

let newcomers = 0

/** The fields of a registration form; `changes` replace some of them. */
export function registration(changes: Record<string, string> = {}): Record<string, string> {
  return {
    username: `newcomer_${++newcomers}`,
    password: 'Kestrel2026',
    confirmPassword: 'Kestrel2026',
    channel: 'email',
    email: 'newcomer@kestrel.example',
    code: '123456',
    companyName: '凯瑞机器人有限公司',
    department: '法务部',
    name: 'Oliver Grant',
    identity: 'company',
    agreement: 'yes',
    ...changes,
  }
}

export type CodePurpose = 'register' | 'password' | 'login'

const PAGES = {
  register: '/acct/register',
  password: '/acct/forgot-password',
  login: '/acct/login?way=email',
}

/** Requests a captcha as the page does, and returns its id. */
export async function freshCaptcha(client: Client, purpose: CodePurpose = 'register'): Promise<string> {
  const html = await (await client.get(PAGES[purpose])).text()
  return /name="captchaId" value="([^"]+)"/.exec(html)![1]!
}

/**
 * Requests a code by the form with the graphic captcha; `address` is an email address or a mobile number.
 */
export async function askForCode(
  client: Client,
  address: string,
  purpose: CodePurpose = 'register',
  captcha = 'qishu',
  headers: Record<string, string> = {},
) {
  const channelFields: Record<string, string> = address.includes('@')
    ? { channel: 'email', email: address }
    : { channel: 'mobile', mobile: address }
  const captchaId = await freshCaptcha(client, purpose)
  const fields = { ...channelFields, purpose, captchaId, captcha, captchaProof: work(captchaId) }
  return client.post('/acct/codes', fields, headers)
}

/** Requests a code and reads it from the message sent. */
export async function codeFor(
  db: Db,
  client: Client,
  address: string,
  purpose: CodePurpose = 'register',
): Promise<string> {
  const answer = await askForCode(client, address, purpose)
  if (answer.status !== 200) throw new Error(`code for ${address}: ${answer.status}`)
  return (await lastMailTo(db, address)).code!
}
