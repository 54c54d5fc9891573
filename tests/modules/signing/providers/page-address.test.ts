import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isLocal, pageAddress } from '#modules/signing/providers/page-address.ts'

const accepts = (base: string, address: string) => v.is(pageAddress(base), address)

test('plain http is accepted on this machine only', () => {
  for (const address of ['http://127.0.0.1:4001', 'http://localhost/x', 'http://ess.localhost:4002'])
    expect(isLocal(address)).toBe(true)
  for (const address of [
    'https://127.0.0.1',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.1@evil.example',
    'http://169.254.169.254',
    'http://localhost.evil.example',
    'localhost',
    'file:///etc/passwd',
  ])
    expect(isLocal(address)).toBe(false)
})

test('browsers are redirected to https, and to this machine only if the service runs here', () => {
  expect(accepts('https://openapi.esign.cn', 'https://h5.esign.cn/x')).toBe(true)
  expect(accepts('https://openapi.esign.cn', 'http://h5.esign.cn/x')).toBe(false)
  expect(accepts('https://openapi.esign.cn', 'http://127.0.0.1:4001/x')).toBe(false)
  expect(accepts('http://127.0.0.1:4001', 'http://127.0.0.1:4001/x')).toBe(true)
  expect(accepts('http://127.0.0.1:4001', 'http://h5.esign.cn/x')).toBe(false)
  expect(accepts('http://127.0.0.1:4001', 'javascript:alert(1)')).toBe(false)
})
