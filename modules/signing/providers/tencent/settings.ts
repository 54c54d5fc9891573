import { SECOND } from '#src/core/clock.ts'
import { isLocal } from '../page-address.ts'

/** Our account at 腾讯电子签 (Tencent Cloud ESS), and the URLs of its parts. */
export interface TencentSettings {
  /** URL of the API, such as `https://ess.tencentcloudapi.com`; http only for a service on this machine. */
  api: string
  /** URL for uploading files. */
  uploads: string
  /** Hosts from which files may be downloaded; a name that begins with a dot includes all subdomains. */
  downloadHosts: string[]
  secretId: string
  secretKey: string
  /** The employee of our company in whose name contracts are sent. */
  operator: string
  /** Verifies callbacks; set in the service's console. */
  callbackToken: string
  /** Decrypts callbacks: 32 characters; null if none is set in the console. */
  callbackKey: string | null
  /** Whether our account has the paid package for evidence reports. */
  evidence: boolean
  /** Milliseconds to wait for a call, and for an upload or download. */
  timeouts: { call: number; file: number }
}

const HOSTS = {
  production: { api: 'https://ess.tencentcloudapi.com', uploads: 'https://file.ess.tencent.cn' },
  sandbox: { api: 'https://ess.test.ess.tencent.cn', uploads: 'https://file.test.ess.tencent.cn' },
}

const DOWNLOAD_HOSTS = ['.ess.tencent.cn', '.ess.myqcloud.com']

const REQUIRED_VARIABLES = {
  secretId: 'TENCENT_ESS_SECRET_ID',
  secretKey: 'TENCENT_ESS_SECRET_KEY',
  operator: 'TENCENT_ESS_OPERATOR',
  callbackToken: 'TENCENT_ESS_CALLBACK_TOKEN',
} as const

/**
 * The settings from the environment; null if no variable begins with TENCENT_ESS_. Throws an error that
 * names the missing or invalid variable.
 */
export function settingsFrom(env: Record<string, string | undefined>): TencentSettings | null {
  const isSet = Object.keys(env).some((name) => name.startsWith('TENCENT_ESS_') && env[name])
  if (!isSet) return null
  const requireVariable = (name: string) => env[name] || fail(`${name} is missing`)
  const hosts = HOSTS[env.TENCENT_ESS_SANDBOX === '1' ? 'sandbox' : 'production']
  return {
    api: baseOf('TENCENT_ESS_API', env.TENCENT_ESS_API || hosts.api),
    uploads: baseOf('TENCENT_ESS_UPLOADS', env.TENCENT_ESS_UPLOADS || hosts.uploads),
    downloadHosts: env.TENCENT_ESS_DOWNLOAD_HOSTS?.split(',').map((host) => host.trim()) ?? DOWNLOAD_HOSTS,
    secretId: requireVariable(REQUIRED_VARIABLES.secretId),
    secretKey: requireVariable(REQUIRED_VARIABLES.secretKey),
    operator: requireVariable(REQUIRED_VARIABLES.operator),
    callbackToken: requireVariable(REQUIRED_VARIABLES.callbackToken),
    callbackKey: keyFrom(env.TENCENT_ESS_CALLBACK_KEY),
    evidence: env.TENCENT_ESS_EVIDENCE === '1',
    timeouts: { call: 30 * SECOND, file: 120 * SECOND },
  }
}

/** Information for the operator before the first signing. */
export const TENCENT_WARNINGS = [
  '腾讯电子签 needs the enterprise edition with API access; each signing takes one contract of the quota, which only comes back when it is revoked before anybody signed.',
  'Contracts are sent in the name of our own company: the employee in TENCENT_ESS_OPERATOR needs the permission to send, revoke and extend contracts by API.',
  'Enter the callback address, TENCENT_ESS_CALLBACK_TOKEN and TENCENT_ESS_CALLBACK_KEY in the console of 腾讯电子签; the service takes no address with a contract.',
  'Switch on 个人签署方仅校验手机号 in the console (更多, 高级签署能力): invitations and reminders are sent as text messages with links for several contracts, which need it.',
  'Ask 腾讯电子签 to add our address to its allow-list of JumpUrl, or signatories cannot return to us.',
  'Certification of other companies needs the separate package 实名套餐包; set TENCENT_ESS_EVIDENCE=1 only with the package 出证套餐.',
  'Signatories need a mobile number of mainland China; people from Hong Kong, Macao and Taiwan also need OVERSEA_SIGN, which is switched on in the console.',
]

function keyFrom(key: string | undefined): string | null {
  if (!key) return null
  if (Buffer.byteLength(key) !== 32) fail('TENCENT_ESS_CALLBACK_KEY should have 32 characters')
  return key
}

function baseOf(name: string, text: string): string {
  const isBase = URL.canParse(text) && new URL(text).origin === text
  const isSafe = text.startsWith('https://') || isLocal(text)
  return isBase && isSafe ? text : fail(`${name} should be as https://host, without a path`)
}

function fail(message: string): never {
  throw new Error(message)
}
