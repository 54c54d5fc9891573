import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { signV4, uriPath, uriQuery } from '#src/files/store/signature-v4.ts'

// The examples of AWS's documentation, "Signature Calculations for the Authorization Header: Transferring
// Payload in a Single Chunk".
const KEY = { keyId: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const TIME = new Date('2013-05-24T00:00:00Z')

function signature(method: string, path: string, headers: Record<string, string> = {}, body = '') {
  const url = new URL(`https://examplebucket.s3.amazonaws.com${path}`)
  const request = { method, url, headers, sha256: hash('sha256', body) }
  return signV4(request, KEY, 'us-east-1', TIME).authorization!.split('Signature=')[1]
}

test('a read of a part of an object has the documented signature', () => {
  expect(signature('GET', '/test.txt', { range: 'bytes=0-9' })).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('a write with an encoded sign in its key has the documented signature', () => {
  const headers = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }
  expect(signature('PUT', `/${uriPath('test$file.text')}`, headers, 'Welcome to Amazon S3.')).toBe(
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  )
})

test('requests with a query have the documented signatures', () => {
  expect(signature('GET', `/?${uriQuery({ lifecycle: '' })}`)).toBe(
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  )
  expect(signature('GET', `/?${uriQuery({ prefix: 'J', 'max-keys': '2' })}`)).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})

test('a temporary key sends its token, and signs it', () => {
  const url = new URL('https://bucket.example/one')
  const request = { method: 'GET', url, headers: {}, sha256: hash('sha256', '') }
  const headers = signV4(request, { ...KEY, token: 'of the role' }, 'auto', TIME)
  expect(headers['x-amz-security-token']).toBe('of the role')
  expect(headers.authorization).toContain(
    'SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token',
  )
})
