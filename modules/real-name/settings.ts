import { SECOND } from '#src/core/clock.ts'
import { ConfigError } from '#src/core/configuration/config-error.ts'

/** Our account at Tencent Cloud and the base URLs of the two services. */
export interface TencentSettings {
  secretId: string
  secretKey: string
  /** Base URL of 人脸核身 (FaceID), which checks individuals, such as `https://faceid.tencentcloudapi.com`. */
  faceid: string
  /** Base URL of 文字识别 (OCR), which checks enterprises. */
  ocr: string
  /** Milliseconds to wait for an answer. */
  timeout: number
}

const ID = 'REAL_NAME_TENCENT_SECRET_ID'
const KEY = 'REAL_NAME_TENCENT_SECRET_KEY'

/** Null when neither key is set. Throws a ConfigError that names the missing or invalid variable. */
export function settingsFrom(env: Record<string, string | undefined>): TencentSettings | null {
  const [secretId, secretKey] = [env[ID], env[KEY]]
  if (!secretId && !secretKey) return null
  if (!secretId) throw new ConfigError(`${ID} is missing beside ${KEY}`)
  if (!secretKey) throw new ConfigError(`${KEY} is missing beside ${ID}`)
  return {
    secretId,
    secretKey,
    faceid: readBaseUrl(env, 'REAL_NAME_TENCENT_FACEID', 'https://faceid.tencentcloudapi.com'),
    ocr: readBaseUrl(env, 'REAL_NAME_TENCENT_OCR', 'https://ocr.tencentcloudapi.com'),
    timeout: 10 * SECOND,
  }
}

/** Identity card numbers are sent to this URL, so only a service on this machine may do without TLS. */
function readBaseUrl(env: Record<string, string | undefined>, name: string, defaultUrl: string): string {
  const text = env[name] || defaultUrl
  const url = URL.canParse(text) ? new URL(text) : null
  const isLocal = url?.protocol === 'http:' && /(^|\.)localhost$/.test(url.hostname)
  if (url?.origin === text && (url.protocol === 'https:' || isLocal)) return text
  throw new ConfigError(`${name} should be as https://host, without a path`)
}
