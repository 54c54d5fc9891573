import { isLocal } from '../page-address.ts'

export interface EsignSettings {
  /** The URL of the API, without a trailing slash. */
  host: string
  /** The origins for uploading and downloading files; all others are refused. */
  fileOrigins: string[]
  appId: string
  appSecret: string
  /** Whether reports of evidence are bought for completed signings. */
  evidenceReports: boolean
  /** Milliseconds to wait for a call. */
  timeout: number
  /** Milliseconds between two queries whether an uploaded file is ready. */
  pollEvery: number
}

export const ESIGN_HOSTS = {
  production: 'https://openapi.esign.cn',
  sandbox: 'https://smlopenapi.esign.cn',
}

const FILE_ORIGINS = ['https://esignoss.esign.cn', 'https://oss.esign.cn']

/**
 * The settings from the environment; null if e签宝 is not configured. Throws an Error that names the missing
 * or invalid variable.
 */
export function settingsFrom(env: Record<string, string | undefined>): EsignSettings | null {
  const setVariables = Object.keys(env).filter((name) => name.startsWith('ESIGN_') && env[name])
  if (!setVariables.length) return null
  return {
    host: hostOf(env.ESIGN_HOST),
    fileOrigins: env.ESIGN_FILE_ORIGINS ? originsOf(env.ESIGN_FILE_ORIGINS) : FILE_ORIGINS,
    appId: required(env, 'ESIGN_APP_ID'),
    appSecret: required(env, 'ESIGN_APP_SECRET'),
    evidenceReports: ['1', 'true'].includes(env.ESIGN_EVIDENCE_REPORTS ?? ''),
    timeout: 15_000,
    pollEvery: 1000,
  }
}

function required(env: Record<string, string | undefined>, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`${name} is missing`)
  return value
}

/** `production`, `sandbox` or a URL; by default production. */
function hostOf(value: string | undefined): string {
  if (!value || value === 'production') return ESIGN_HOSTS.production
  if (value === 'sandbox') return ESIGN_HOSTS.sandbox
  if (!isSafe(value)) throw new Error('ESIGN_HOST should be production, sandbox or an https address')
  return new URL(value).origin
}

function originsOf(list: string): string[] {
  const values = list.split(',').map((value) => value.trim())
  if (!values.every(isSafe))
    throw new Error('ESIGN_FILE_ORIGINS should be https addresses, divided by commas')
  return values.map((value) => new URL(value).origin)
}

/** Only a stub on this machine may be reached over http. */
const isSafe = (value: string) =>
  isLocal(value) || (URL.canParse(value) && new URL(value).protocol === 'https:')

/** Information for the operator before the first signing. */
export const ESIGN_WARNINGS: string[] = [
  'e签宝: signings in the name of a customer need the advanced edition (高级版) or the ecosystem edition ' +
    '(生态伙伴版); senders who are individuals need the ecosystem edition.',
  'e签宝: the outgoing addresses of this server must be on the IP allow-list of the application; calls from ' +
    'others are answered 403.',
  'e签宝: the domain of BASE_URL must be on the list of redirect domains of the application, or signatories ' +
    'see a warning when they return.',
  'e签宝: callbacks come from 118.31.35.8 (sandbox: 47.96.79.204) and must reach this server from the internet. ' +
    'Do not also subscribe to them in the console: each would arrive twice.',
  'e签宝: SMS to signatories need the SMS item of the package (短信服务) where the package is itemised (分项).',
  'e签宝: parties outside mainland China sign by 海外签 (signMode GLOBAL), which the account manager enables.',
  'e签宝: ESIGN_EVIDENCE_REPORTS buys one report (e签宝证据报告) per completed signing; without the package the ' +
    'call is refused with 1480201.',
]
