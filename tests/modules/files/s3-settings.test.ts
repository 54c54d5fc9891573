import { describe, expect, test } from 'vitest'
import { readConfig } from '#src/core/config.ts'

const URL = 'https://bucket.s3.oss-cn-hangzhou.aliyuncs.com'
const KEY = { STORAGE_S3_KEY_ID: 'id', STORAGE_S3_SECRET: 'secret' }
const ROLE = { AWS_ACCESS_KEY_ID: 'role', AWS_SECRET_ACCESS_KEY: 'of it', AWS_SESSION_TOKEN: 'token' }

describe('an S3 store', () => {
  test('has an address, and its own key or one from the environment', () => {
    expect(readConfig({}).s3).toBeNull()
    expect(readConfig(ROLE).s3).toBeNull()
    expect(readConfig({ STORAGE_S3_URL: URL, ...KEY, ...ROLE }).s3).toEqual({
      url: URL,
      region: 'auto',
      keyId: 'id',
      secret: 'secret',
    })
    expect(readConfig({ STORAGE_S3_URL: URL, ...ROLE, STORAGE_S3_REGION: 'cn' }).s3).toEqual({
      url: URL,
      region: 'cn',
      keyId: 'role',
      secret: 'of it',
      token: 'token',
    })
  })

  test.each([
    [{ STORAGE_S3_URL: URL }, 'STORAGE_S3_KEY_ID and STORAGE_S3_SECRET are missing'],
    [
      { STORAGE_S3_URL: URL, STORAGE_S3_KEY_ID: 'id' },
      'STORAGE_S3_SECRET is missing beside STORAGE_S3_KEY_ID',
    ],
    [KEY, 'STORAGE_S3_URL is missing beside STORAGE_S3_KEY_ID'],
    [{ STORAGE_S3_BUCKET: 'qishu', ...KEY }, 'STORAGE_S3_BUCKET is not read any more: set STORAGE_S3_URL'],
    [
      { STORAGE_S3_ENDPOINT: 'https://minio' },
      'STORAGE_S3_ENDPOINT is not read any more: set STORAGE_S3_URL',
    ],
  ])('refuses %o', (env, words) => expect(() => readConfig(env)).toThrow(words))

  test.each(['bucket', 'ftp://host/b', 'https://host/a/b', 'https://u:p@host/b', 'https://host/b?x=1'])(
    'has no address like %s',
    (address) =>
      expect(() => readConfig({ STORAGE_S3_URL: address, ...KEY })).toThrow(
        'STORAGE_S3_URL should be the address of a bucket',
      ),
  )
})
