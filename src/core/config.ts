import * as v from 'valibot'
import { CompanyVariables, companyFrom, missingOfCompany } from './configuration/company.ts'
import { ConfigError } from './configuration/config-error.ts'
import { configuredOf, demoChoice } from './configuration/demo.ts'
import { InvoiceVariables, invoicesFrom } from './configuration/invoices.ts'
import { describeIssue } from './configuration/issue.ts'
import { PaymentVariables, paymentsFrom } from './configuration/payments.ts'
import { ProcessVariables, processFrom } from './configuration/process.ts'
import { isGuessable } from './configuration/secret-key.ts'
import { readS3Settings, StorageVariables } from './configuration/storage.ts'
import { TELEMETRY } from './configuration/telemetry.ts'
import { areAllSet } from './configuration/together.ts'
import { unencryptedLines } from './configuration/transport.ts'
import { flag, url, wholeNumber } from './configuration/values.ts'

const Environment = v.object({
  ...CompanyVariables.entries,
  ...InvoiceVariables.entries,
  ...PaymentVariables.entries,
  ...ProcessVariables.entries,
  ...StorageVariables.entries,
  NODE_ENV: v.optional(
    v.picklist(['production', 'development', 'test'], 'should be production, development or test'),
    'development',
  ),
  PORT: v.optional(wholeNumber, '3000'),
  HOST: v.optional(v.string(), ''),
  BASE_URL: v.optional(url),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'should start with postgres://')),
  ),
  DEMO: v.optional(demoChoice),
  SECRET_KEY: v.optional(v.pipe(v.string(), v.minLength(32, 'should have at least 32 characters'))),
  CAPTCHA_ANSWER: v.optional(v.string()),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\//, 'should start with smtp:// or smtps://'))),
  MAIL_FROM: v.optional(v.string()),
  SIGNING_P12_FILE: v.optional(v.string()),
  SIGNING_P12_PASSWORD: v.optional(v.string()),
  /** A time-stamp service (RFC 3161), or `none`; required in production. */
  TIMESTAMP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((s) => s === 'none' || URL.canParse(s), 'should be a full URL, or none'),
    ),
  ),
  /** Additional trusted certificates of time-stamp authorities, PEM or DER. */
  TIMESTAMP_ROOTS_FILE: v.optional(v.string()),
  /** The blog is a separate site; without its address the menu has no blog entry. */
  BLOG_URL: v.optional(url),
  /** The ICP licence record that Chinese law requires in the footer of every page. */
  ICP_LICENCE: v.optional(v.string()),
  SMS_ALIYUN_KEY_ID: v.optional(v.string()),
  SMS_ALIYUN_SECRET: v.optional(v.string()),
  SMS_ALIYUN_SIGN_NAME: v.optional(v.string()),
  SMS_ALIYUN_TEMPLATE_CODE: v.optional(v.string()),
  SMS_ALIYUN_FOREIGN_TEMPLATE_CODE: v.optional(v.string()),
  SMS_ALIYUN_NOTICE_TEMPLATE_CODE: v.optional(v.string()),
  SMS_ALIYUN_FOREIGN_NOTICE_TEMPLATE_CODE: v.optional(v.string()),
  SMS_ALIYUN_ACCOUNT_TEMPLATE_CODE: v.optional(v.string()),
  SMS_ALIYUN_FOREIGN_ACCOUNT_TEMPLATE_CODE: v.optional(v.string()),
  SMS_ALIYUN_ENDPOINT: v.optional(url, 'https://dysmsapi.aliyuncs.com'),
  WECHAT_APP_ID: v.optional(v.string()),
  WECHAT_APP_SECRET: v.optional(v.string()),
  WECHAT_BASE: v.optional(url),
  TRANSLATION_URL: v.optional(url),
  TRANSLATION_MODEL: v.optional(v.string()),
  TRANSLATION_KEY: v.optional(v.string()),
  /** The maximum size of an imported PDF in MB, and the maximum number of its pages. */
  IMPORT_MAX_MB: v.optional(wholeNumber, '20'),
  IMPORT_MAX_PAGES: v.optional(wholeNumber, '500'),
  /** The amount in yuan from which two members of staff must agree to move money; or `off`. */
  FOUR_EYES_FROM: v.optional(
    v.pipe(v.string(), v.regex(/^(off|\d{1,9})$/, 'should be yuan, or off')),
    '1000',
  ),
  TRUST_PROXY: v.optional(flag, '0'),
  LOG_LEVEL: v.optional(
    v.picklist(['silent', 'error', 'warn', 'info', 'debug'], 'should be silent, error, warn, info or debug'),
    'info',
  ),
  ...TELEMETRY,
  /** For tests and demos: webhooks and single sign-on may contact http://localhost and http://127.0.0.1. */
  REQUESTS_TO_THIS_MACHINE: v.optional(flag, '0'),
  /** For crash tests only: the fault point at which the server kills itself. */
  FAULT: v.optional(v.string()),
})

/** The key of a demo without a configured key. */
export const DEMO_SECRET_KEY = 'demo-key-of-a-laptop-never-in-production'

/**
 * Reads the environment once. Throws a ConfigError that names each invalid variable and its expected value.
 * Production also refuses settings that only a demo may have.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = v.safeParse(Environment, variables)
  if (!parsed.success) throw new ConfigError(parsed.issues.map(describeIssue).join('\n'))
  const e = parsed.output
  const configured = e.DEMO === 'auto' ? configuredOf(variables, Object.keys(Environment.entries)) : []
  const demo = e.DEMO === 'auto' ? !configured.length : (e.DEMO ?? e.NODE_ENV !== 'production')
  // A demo on its own private database runs production builds of libraries but is not production.
  const production = e.NODE_ENV === 'production' && !(demo && !e.DATABASE_URL)
  if (production) refuseDemoParts(e, demo, configured)
  const baseUrl = (e.BASE_URL ?? `http://localhost:${e.PORT}`).replace(/\/$/, '')
  return {
    ...e,
    production,
    demo,
    baseUrl,
    secure: baseUrl.startsWith('https:'),
    /** The development server serves sources instead of the build. */
    viteDev: env.VITE_DEV === '1',
    TIMESTAMP_URL: e.TIMESTAMP_URL === 'none' ? undefined : e.TIMESTAMP_URL,
    /** A demo without a configured time-stamp service uses an authority of its own. */
    demoTimestamps: demo && !production && e.TIMESTAMP_URL === undefined,
    secretKey: e.SECRET_KEY ?? DEMO_SECRET_KEY,
    /**
     * A demo has publicly known passwords and an open outbox, so by default it listens on this machine only;
     * in the image, on every address of the container, which is not reachable by default.
     */
    host: e.HOST || (demo && e.DEMO !== 'auto' ? '127.0.0.1' : undefined),
    MAIL_FROM: e.MAIL_FROM ?? 'Qishu <no-reply@qishu.example>',
    company: companyFrom(e),
    s3: readS3Settings(e),
    sms: smsAccount(e),
    wechat: wechatApplication(e),
    ...invoicesFrom(e),
    ...paymentsFrom(e),
    ...processFrom(e),
    translation: translationEndpoint(e),
    /** In fen; null if one member of staff is enough for every amount. */
    fourEyesFrom: e.FOUR_EYES_FROM === 'off' ? null : BigInt(e.FOUR_EYES_FROM) * 100n,
  }
}

type EnvironmentValues = v.InferOutput<typeof Environment>

function translationEndpoint(e: EnvironmentValues) {
  if (!areAllSet(e, ['TRANSLATION_URL', 'TRANSLATION_MODEL'])) return null
  return { url: e.TRANSLATION_URL!, model: e.TRANSLATION_MODEL!, key: e.TRANSLATION_KEY }
}

function smsAccount(e: EnvironmentValues) {
  const names = [
    'SMS_ALIYUN_KEY_ID',
    'SMS_ALIYUN_SECRET',
    'SMS_ALIYUN_SIGN_NAME',
    'SMS_ALIYUN_TEMPLATE_CODE',
  ] as const
  if (!areAllSet(e, [...names])) return null
  return {
    keyId: e.SMS_ALIYUN_KEY_ID!,
    secret: e.SMS_ALIYUN_SECRET!,
    signName: e.SMS_ALIYUN_SIGN_NAME!,
    templateCode: e.SMS_ALIYUN_TEMPLATE_CODE!,
    foreignTemplateCode: e.SMS_ALIYUN_FOREIGN_TEMPLATE_CODE,
    noticeTemplateCode: e.SMS_ALIYUN_NOTICE_TEMPLATE_CODE,
    foreignNoticeTemplateCode: e.SMS_ALIYUN_FOREIGN_NOTICE_TEMPLATE_CODE,
    accountTemplateCode: e.SMS_ALIYUN_ACCOUNT_TEMPLATE_CODE,
    foreignAccountTemplateCode: e.SMS_ALIYUN_FOREIGN_ACCOUNT_TEMPLATE_CODE,
    endpoint: e.SMS_ALIYUN_ENDPOINT,
  }
}

/** WECHAT_BASE replaces both of WeChat's hosts; only tests need it. */
function wechatApplication(e: EnvironmentValues) {
  if (!areAllSet(e, ['WECHAT_APP_ID', 'WECHAT_APP_SECRET'])) return null
  return {
    appId: e.WECHAT_APP_ID!,
    secret: e.WECHAT_APP_SECRET!,
    pages: e.WECHAT_BASE ?? 'https://open.weixin.qq.com',
    calls: e.WECHAT_BASE ?? 'https://api.weixin.qq.com',
  }
}

function refuseDemoParts(e: EnvironmentValues, demo: boolean, configured: string[]) {
  const forbidden: string[] = []
  if (configured.length && !e.DATABASE_URL)
    forbidden.push(`This is no demo, because it has ${configured.join(', ')}; DEMO=1 makes it one`)
  if (!e.DATABASE_URL) forbidden.push('DATABASE_URL is missing: production needs its own PostgreSQL')
  if (!e.SECRET_KEY) forbidden.push('SECRET_KEY is missing: give at least 32 random characters')
  else if (e.SECRET_KEY === DEMO_SECRET_KEY) forbidden.push('SECRET_KEY is the demo’s, which everybody knows')
  else if (isGuessable(e.SECRET_KEY))
    forbidden.push('SECRET_KEY can be guessed: let `openssl rand -hex 32` make one')
  if (!e.BASE_URL) forbidden.push('BASE_URL is missing: links in mail begin with it')
  if (!e.SMTP_URL && e.SEND_MAIL === 'on')
    forbidden.push('SMTP_URL is missing: production sends real mail, unless SEND_MAIL is off')
  if (!e.MAIL_FROM) forbidden.push('MAIL_FROM is missing: mails need a sender whose domain is yours')
  forbidden.push(...missingOfCompany(e))
  if (!e.TIMESTAMP_URL)
    forbidden.push('TIMESTAMP_URL is missing: name a time-stamp service (RFC 3161), or none to sign without')
  if (demo) forbidden.push('DEMO is on: production never runs with demo data or the outbox page')
  if (e.WECHAT_BASE) forbidden.push('WECHAT_BASE is set: only tests name a stub of WeChat')
  if (e.REQUESTS_TO_THIS_MACHINE)
    forbidden.push('REQUESTS_TO_THIS_MACHINE is on: customers could reach the services of this machine')
  if (e.FAULT) forbidden.push('FAULT is set: it kills the server, in tests')
  if (e.CAPTCHA_ANSWER) forbidden.push('CAPTCHA_ANSWER is set: a fixed captcha is for tests only')
  const host = e.BASE_URL ? new URL(e.BASE_URL) : null
  if (host?.protocol === 'http:' && host.hostname !== 'localhost' && host.hostname !== '127.0.0.1')
    forbidden.push('BASE_URL should start with https:// (http only on localhost)')
  forbidden.push(...unencryptedLines(e))
  if (forbidden.length) throw new ConfigError(forbidden.join('\n'))
}

export type Config = ReturnType<typeof readConfig>

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(`The configuration is wrong:\n${error.message}`)
    process.exit(1)
  }
}

export const config = configOrExit()
