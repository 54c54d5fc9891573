import * as v from 'valibot'
import { ConfigError } from './config-error.ts'
import { areAllSet } from './together.ts'

const text = v.optional(v.string())

/** A bucket's address: `https://bucket.host`, or `https://host/bucket`. */
function isBucketAddress(address: string): boolean {
  const url = URL.parse(address)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    !(url.username || url.password || url.search || url.hash) &&
    /^\/[^/]*\/?$/.test(url.pathname)
  )
}

export const StorageVariables = v.object({
  STORAGE_S3_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isBucketAddress,
        'should be the address of a bucket: https://bucket.host or https://host/bucket',
      ),
    ),
  ),
  STORAGE_S3_REGION: v.optional(v.string(), 'auto'),
  STORAGE_S3_KEY_ID: text,
  STORAGE_S3_SECRET: text,
  /** Set by AWS in containers and functions. */
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: text,
  /** Read by earlier versions; `readS3Settings` refuses them. */
  STORAGE_S3_BUCKET: text,
  STORAGE_S3_ENDPOINT: text,
})

type StorageValues = v.InferOutput<typeof StorageVariables>

/** The settings of the S3 store that is used instead of the disk; null if none is configured. */
export function readS3Settings(values: StorageValues) {
  const { STORAGE_S3_URL: url, STORAGE_S3_REGION: region } = values
  for (const oldName of ['STORAGE_S3_BUCKET', 'STORAGE_S3_ENDPOINT'] as const)
    if (values[oldName] !== undefined)
      throw new ConfigError(
        `${oldName} is not read any more: set STORAGE_S3_URL to the address of the bucket, https://bucket.host or https://host/bucket`,
      )
  const hasOwnKey = areAllSet(values, ['STORAGE_S3_KEY_ID', 'STORAGE_S3_SECRET'])
  if (hasOwnKey && !url) throw new ConfigError('STORAGE_S3_URL is missing beside STORAGE_S3_KEY_ID')
  if (!url) return null
  if (hasOwnKey) return { url, region, keyId: values.STORAGE_S3_KEY_ID!, secret: values.STORAGE_S3_SECRET! }
  const { AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = values
  if (!keyId || !secret)
    throw new ConfigError(
      'STORAGE_S3_KEY_ID and STORAGE_S3_SECRET are missing beside STORAGE_S3_URL, and there is no AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY',
    )
  return { url, region, keyId, secret, ...(token && { token }) }
}
