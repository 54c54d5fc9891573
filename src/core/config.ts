import * as v from 'valibot'
import { describeIssue } from './configuration/issue.ts'
import { readKey } from './configuration/rsa-key.ts'
import { isGuessable } from './configuration/secret-key.ts'

const flag = v.pipe(
  v.picklist(['1', '0', 'true', 'false'], 'should be 1 or 0'),
  v.transform((s) => s === '1' || s === 'true'),
)
const wholeNumber = v.pipe(v.string(), v.regex(/^\d+$/, 'should be a whole number'), v.transform(Number))
const days = v.pipe(
  v.string(),
  v.regex(/^(\d{4}-\d\d-\d\d(, *|$))*$/, 'should be days as 2027-02-17, divided by commas'),
)
const url = v.pipe(v.string(), v.url('should be a full URL'))

const Environment = v.object({
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
  DEMO: v.optional(flag),
  SECRET_KEY: v.optional(v.pipe(v.string(), v.minLength(32, 'should have at least 32 characters'))),
  CAPTCHA_ANSWER: v.optional(v.string()),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\//, 'should start with smtp:// or smtps://'))),
  MAIL_FROM: v.optional(v.string(), 'Qishu <no-reply@qishu.example>'),
  STORAGE_S3_ENDPOINT: v.optional(url),
  STORAGE_S3_BUCKET: v.optional(v.string()),
  STORAGE_S3_REGION: v.optional(v.string(), 'auto'),
  STORAGE_S3_KEY_ID: v.optional(v.string()),
  STORAGE_S3_SECRET: v.optional(v.string()),
  SIGNING_P12_FILE: v.optional(v.string()),
  SIGNING_P12_PASSWORD: v.optional(v.string()),
  /** A time-stamp service (RFC 3161), or `none`; production has to name one or the other. */
  TIMESTAMP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((s) => s === 'none' || URL.canParse(s), 'should be a full URL, or none'),
    ),
  ),
  /** Additional trusted certificates of time-stamp authorities, PEM or DER. */
  TIMESTAMP_ROOTS_FILE: v.optional(v.string()),
  /** The blog is another site; without its address the menu has no blog entry. */
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
  SMS_ALIYUN_ENDPOINT: v.optional(url, 'https://dysmsapi.aliyuncs.com'),
  WECHAT_APP_ID: v.optional(v.string()),
  WECHAT_APP_SECRET: v.optional(v.string()),
  WECHAT_BASE: v.optional(url),
  /** Account for bank transfers; all five or none. */
  BANK_HOLDER: v.optional(v.string()),
  BANK_NAME: v.optional(v.string()),
  BANK_BRANCH: v.optional(v.string()),
  BANK_NUMBER: v.optional(v.string()),
  BANK_ADDRESS: v.optional(v.string()),
  ALIPAY_APP_ID: v.optional(v.string()),
  ALIPAY_SELLER_ID: v.optional(v.string()),
  ALIPAY_PRIVATE_KEY_FILE: v.optional(v.string()),
  ALIPAY_PUBLIC_KEY_FILE: v.optional(v.string()),
  ALIPAY_GATEWAY: v.optional(url, 'https://openapi.alipay.com/gateway.do'),
  WECHAT_PAY_APP_ID: v.optional(v.string()),
  WECHAT_PAY_MCH_ID: v.optional(v.string()),
  WECHAT_PAY_SERIAL: v.optional(v.string()),
  WECHAT_PAY_PRIVATE_KEY_FILE: v.optional(v.string()),
  WECHAT_PAY_API_KEY: v.optional(v.pipe(v.string(), v.length(32, 'should have 32 characters'))),
  WECHAT_PAY_PUBLIC_KEY_ID: v.optional(v.string()),
  WECHAT_PAY_PUBLIC_KEY_FILE: v.optional(v.string()),
  WECHAT_PAY_BASE: v.optional(url, 'https://api.mch.weixin.qq.com'),
  PAYPAL_CLIENT_ID: v.optional(v.string()),
  PAYPAL_SECRET: v.optional(v.string()),
  PAYPAL_WEBHOOK_ID: v.optional(v.string()),
  PAYPAL_BASE: v.optional(url, 'https://api-m.paypal.com'),
  TRANSLATION_URL: v.optional(url),
  TRANSLATION_MODEL: v.optional(v.string()),
  TRANSLATION_KEY: v.optional(v.string()),
  /** Days without online service, in addition to Saturdays and Sundays. */
  DESK_HOLIDAYS: v.optional(days, ''),
  /** The largest PDF that can be imported, in MB, and its largest number of pages. */
  IMPORT_MAX_MB: v.optional(wholeNumber, '20'),
  IMPORT_MAX_PAGES: v.optional(wholeNumber, '500'),
  TRUST_PROXY: v.optional(flag, '0'),
  LOG_LEVEL: v.optional(
    v.picklist(['silent', 'error', 'warn', 'info', 'debug'], 'should be silent, error, warn, info or debug'),
    'info',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(url),
  /** For crash tests only: the fault point at which the server kills itself. */
  FAULT: v.optional(v.string()),
})

export class ConfigError extends Error {}

const MADE_FOR_DEMO = 'demo-key-of-a-laptop-never-in-production'

/**
 * Reads the environment once. Throws a ConfigError that names each invalid variable and its expected value.
 * Production also refuses settings that only a demo may have.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = v.safeParse(Environment, given)
  if (!read.success) throw new ConfigError(read.issues.map(describeIssue).join('\n'))
  const e = read.output
  const demo = e.DEMO ?? e.NODE_ENV !== 'production'
  // A demo on its own private database runs production builds of libraries but is not production.
  const production = e.NODE_ENV === 'production' && !(demo && !e.DATABASE_URL)
  if (production) refuseDemoParts(e, demo)
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
    /** A demo that names no service stamps with an authority of its own. */
    demoTimestamps: demo && !production && e.TIMESTAMP_URL === undefined,
    secretKey: e.SECRET_KEY ?? MADE_FOR_DEMO,
    /** A demo has known passwords and an open outbox, so by default it listens on this machine only. */
    host: e.HOST || (demo ? '127.0.0.1' : undefined),
    deskHolidays: e.DESK_HOLIDAYS.split(/, */).filter(Boolean),
    sms: smsAccount(e),
    wechat: wechatApplication(e),
    bank: bankAccount(e),
    alipay: alipayAccount(e),
    wechatPay: wechatPayAccount(e),
    paypal: paypalAccount(e),
    translation: translationEndpoint(e),
  }
}

type EnvironmentValues = v.InferOutput<typeof Environment>

/** Returns whether all variables of a service are set; throws when only some are. */
function together<K extends keyof EnvironmentValues>(e: EnvironmentValues, names: K[]): boolean {
  const missing = names.filter((name) => !e[name])
  if (missing.length === names.length) return false
  if (missing.length)
    throw new ConfigError(
      missing.map((name) => `${name} is missing beside ${names.filter((one) => e[one])[0]}`).join('\n'),
    )
  return true
}

function translationEndpoint(e: EnvironmentValues) {
  if (!together(e, ['TRANSLATION_URL', 'TRANSLATION_MODEL'])) return null
  return { url: e.TRANSLATION_URL!, model: e.TRANSLATION_MODEL!, key: e.TRANSLATION_KEY }
}

function smsAccount(e: EnvironmentValues) {
  const names = [
    'SMS_ALIYUN_KEY_ID',
    'SMS_ALIYUN_SECRET',
    'SMS_ALIYUN_SIGN_NAME',
    'SMS_ALIYUN_TEMPLATE_CODE',
  ] as const
  if (!together(e, [...names])) return null
  return {
    keyId: e.SMS_ALIYUN_KEY_ID!,
    secret: e.SMS_ALIYUN_SECRET!,
    signName: e.SMS_ALIYUN_SIGN_NAME!,
    templateCode: e.SMS_ALIYUN_TEMPLATE_CODE!,
    foreignTemplateCode: e.SMS_ALIYUN_FOREIGN_TEMPLATE_CODE,
    noticeTemplateCode: e.SMS_ALIYUN_NOTICE_TEMPLATE_CODE,
    foreignNoticeTemplateCode: e.SMS_ALIYUN_FOREIGN_NOTICE_TEMPLATE_CODE,
    endpoint: e.SMS_ALIYUN_ENDPOINT,
  }
}

/** WECHAT_BASE replaces both of WeChat's hosts; only tests need it. */
function wechatApplication(e: EnvironmentValues) {
  if (!together(e, ['WECHAT_APP_ID', 'WECHAT_APP_SECRET'])) return null
  return {
    appId: e.WECHAT_APP_ID!,
    secret: e.WECHAT_APP_SECRET!,
    pages: e.WECHAT_BASE ?? 'https://open.weixin.qq.com',
    calls: e.WECHAT_BASE ?? 'https://api.weixin.qq.com',
  }
}

function bankAccount(e: EnvironmentValues) {
  const names = ['BANK_HOLDER', 'BANK_NAME', 'BANK_BRANCH', 'BANK_NUMBER', 'BANK_ADDRESS'] as const
  if (!together(e, [...names])) return null
  return {
    holder: e.BANK_HOLDER!,
    bank: e.BANK_NAME!,
    branch: e.BANK_BRANCH!,
    number: e.BANK_NUMBER!,
    address: e.BANK_ADDRESS!,
  }
}

/** Throws a ConfigError for a file without such a key. */
function keyIn(e: EnvironmentValues, name: keyof EnvironmentValues, kind: 'private' | 'public') {
  const key = readKey(String(e[name]), kind)
  if (!key) throw new ConfigError(`${name} should name a file with a ${kind} RSA key`)
  return key
}

function alipayAccount(e: EnvironmentValues) {
  const names = [
    'ALIPAY_APP_ID',
    'ALIPAY_SELLER_ID',
    'ALIPAY_PRIVATE_KEY_FILE',
    'ALIPAY_PUBLIC_KEY_FILE',
  ] as const
  if (!together(e, [...names])) return null
  return {
    appId: e.ALIPAY_APP_ID!,
    sellerId: e.ALIPAY_SELLER_ID!,
    privateKey: keyIn(e, 'ALIPAY_PRIVATE_KEY_FILE', 'private'),
    publicKey: keyIn(e, 'ALIPAY_PUBLIC_KEY_FILE', 'public'),
    gateway: e.ALIPAY_GATEWAY,
  }
}

function wechatPayAccount(e: EnvironmentValues) {
  const names = [
    ...(['WECHAT_PAY_APP_ID', 'WECHAT_PAY_MCH_ID', 'WECHAT_PAY_SERIAL', 'WECHAT_PAY_API_KEY'] as const),
    ...(['WECHAT_PAY_PRIVATE_KEY_FILE', 'WECHAT_PAY_PUBLIC_KEY_ID', 'WECHAT_PAY_PUBLIC_KEY_FILE'] as const),
  ]
  if (!together(e, names)) return null
  return {
    appId: e.WECHAT_PAY_APP_ID!,
    merchant: e.WECHAT_PAY_MCH_ID!,
    serial: e.WECHAT_PAY_SERIAL!,
    privateKey: keyIn(e, 'WECHAT_PAY_PRIVATE_KEY_FILE', 'private'),
    apiKey: e.WECHAT_PAY_API_KEY!,
    publicKeyId: e.WECHAT_PAY_PUBLIC_KEY_ID!,
    publicKey: keyIn(e, 'WECHAT_PAY_PUBLIC_KEY_FILE', 'public'),
    base: e.WECHAT_PAY_BASE,
  }
}

function paypalAccount(e: EnvironmentValues) {
  if (!together(e, ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'])) return null
  return {
    clientId: e.PAYPAL_CLIENT_ID!,
    secret: e.PAYPAL_SECRET!,
    webhookId: e.PAYPAL_WEBHOOK_ID!,
    base: e.PAYPAL_BASE.replace(/\/$/, ''),
  }
}

function refuseDemoParts(e: EnvironmentValues, demo: boolean) {
  const wrong: string[] = []
  if (!e.DATABASE_URL) wrong.push('DATABASE_URL is missing: production needs its own PostgreSQL')
  if (!e.SECRET_KEY) wrong.push('SECRET_KEY is missing: give at least 32 random characters')
  else if (e.SECRET_KEY === MADE_FOR_DEMO) wrong.push('SECRET_KEY is the demo’s, which everybody knows')
  else if (isGuessable(e.SECRET_KEY))
    wrong.push('SECRET_KEY can be guessed: let `openssl rand -hex 32` make one')
  if (!e.BASE_URL) wrong.push('BASE_URL is missing: links in mail begin with it')
  if (!e.SMTP_URL) wrong.push('SMTP_URL is missing: production sends real mail')
  if (!e.TIMESTAMP_URL)
    wrong.push('TIMESTAMP_URL is missing: name a time-stamp service (RFC 3161), or none to sign without')
  if (demo) wrong.push('DEMO is on: production never runs with demo data or the outbox page')
  if (e.WECHAT_BASE) wrong.push('WECHAT_BASE is set: only tests name a stub of WeChat')
  if (e.FAULT) wrong.push('FAULT is set: it kills the server, in tests')
  if (e.CAPTCHA_ANSWER) wrong.push('CAPTCHA_ANSWER is set: a fixed captcha is for tests only')
  const host = e.BASE_URL ? new URL(e.BASE_URL) : null
  if (host?.protocol === 'http:' && host.hostname !== 'localhost' && host.hostname !== '127.0.0.1')
    wrong.push('BASE_URL should start with https:// (http only on localhost)')
  if (wrong.length) throw new ConfigError(wrong.join('\n'))
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
