import { createHash, createHmac } from 'node:crypto'
import * as v from 'valibot'
import { now } from '#src/core/clock.ts'
import type { Locale } from '#src/core/i18n.ts'
import { newToken } from '#src/core/secrets.ts'
import type { SmsEvent, SmsNotice } from '#src/db/platform-schema.ts'

export interface AliyunAccount {
  keyId: string
  secret: string
  signName: string
  templateCode: string
  /** The template for numbers outside the mainland; without it they get no text messages. */
  foreignTemplateCode?: string
  /** The templates for links, with the parameters of `SmsNotice`; without them no links are sent. */
  noticeTemplateCode?: string
  foreignNoticeTemplateCode?: string
  /**
   * The templates for changes of accounts, with the parameters of `SmsEvent`; without them no such messages
   * are sent.
   */
  accountTemplateCode?: string
  foreignAccountTemplateCode?: string
  endpoint: string
}

/** Thrown if the service will never send this message, so that a retry is useless. */
export class SmsRefused extends Error {}

const TIMEOUT_MS = 5000
const VERSION = '2017-05-25'

/**
 * Errors about a number or its owner, which are final; other errors concern our configuration or the
 * service, and may pass.
 */
const FINAL_ERRORS = /^isv\.(MOBILE_|BLACK_KEY|INVALID_PARAMETERS|PARAM_)/

const Answer = v.object({ Code: v.string(), RequestId: v.optional(v.string()) })

/** The maximum length of a parameter's value; the service rejects longer values. */
const MAX_PARAMETER_LENGTH = 20

const shortened = (text: string) =>
  text.length > MAX_PARAMETER_LENGTH ? `${text.slice(0, MAX_PARAMETER_LENGTH - 1)}…` : text

export type SmsMessage = string | SmsNotice | SmsEvent

function parametersOf(message: SmsMessage) {
  if (typeof message === 'string') return { code: message }
  if ('event' in message) return { event: shortened(message.event) }
  const { sender, document, link } = message
  return { sender: shortened(sender), document: shortened(document), link }
}

/** The account's template for a message to this number; undefined if there is none. */
export function templateFor(account: AliyunAccount, recipient: string, kind: SmsKind): string | undefined {
  if (kind === 'code') return isMainland(recipient) ? account.templateCode : account.foreignTemplateCode
  if (kind === 'account')
    return isMainland(recipient) ? account.accountTemplateCode : account.foreignAccountTemplateCode
  return isMainland(recipient) ? account.noticeTemplateCode : account.foreignNoticeTemplateCode
}

type SmsKind = 'code' | 'notice' | 'account'

function kindOf(message: SmsMessage): SmsKind {
  if (typeof message === 'string') return 'code'
  return 'event' in message ? 'account' : 'notice'
}

/** The language of the templates for a number; values in the template must be in that language. */
export const templateLocale = (recipient: string): Locale => (isMainland(recipient) ? 'zh_CN' : 'en_US')

/**
 * Sends one code or notice by the account's template. Throws SmsRefused if Aliyun will never send it, and an
 * ordinary error if a retry may help.
 */
export async function sendByAliyun(account: AliyunAccount, recipient: string, message: SmsMessage) {
  const template = templateFor(account, recipient, kindOf(message))
  if (!template) throw new SmsRefused('There is no template for this message')
  const url = new URL(account.endpoint)
  const query = canonicalQuery({
    PhoneNumbers: numberFor(recipient),
    SignName: account.signName,
    TemplateCode: template,
    TemplateParam: JSON.stringify(parametersOf(message)),
  })
  const response = await fetch(`${url.origin}/?${query}`, {
    method: 'POST',
    headers: signedHeaders(account, url.host, query),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  })
  const parsed = v.safeParse(Answer, await response.json().catch(() => null))
  if (!parsed.success) throw new Error(`Aliyun answered ${response.status} without a code`)
  const { Code, RequestId } = parsed.output
  if (Code === 'OK') return
  const description = `Aliyun answered ${Code} (${RequestId ?? 'no request id'})`
  throw FINAL_ERRORS.test(Code) ? new SmsRefused(description) : new Error(description)
}

const isMainland = (recipient: string) => recipient.startsWith('+86')

/**
 * The form of a number for Aliyun: mainland numbers without country code, others with it, both without the
 * plus sign.
 */
const numberFor = (recipient: string) => (isMainland(recipient) ? recipient.slice(3) : recipient.slice(1))

/** The headers of one request, signed by ACS3-HMAC-SHA256. */
export function signedHeaders(
  account: Pick<AliyunAccount, 'keyId' | 'secret'>,
  host: string,
  query: string,
): Record<string, string> {
  const headers: Record<string, string> = {
    host,
    'x-acs-action': 'SendSms',
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': now().toISOString().replace(/\.\d+/, ''),
    'x-acs-signature-nonce': newToken(),
    'x-acs-version': VERSION,
  }
  const names = Object.keys(headers).sort().join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const request = ['POST', '/', query, lines.sort().join(''), names, sha256('')].join('\n')
  const signature = createHmac('sha256', account.secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(request)}`)
    .digest('hex')
  const authorization = `ACS3-HMAC-SHA256 Credential=${account.keyId},SignedHeaders=${names},Signature=${signature}`
  return { ...headers, authorization }
}

function canonicalQuery(parameters: Record<string, string>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${percent(name)}=${percent(value)}`)
    .sort()
    .join('&')
}

/** Percent-encodes by RFC 3986, which escapes more than encodeURIComponent does. */
const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
