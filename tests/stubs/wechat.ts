import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WechatStub {
  url: string
  /** The person of each code. A code is valid once. */
  codes: Map<string, { openid: string; unionid?: string; nickname: string }>
  /** The requested paths, in order. */
  requests: string[]
  /** The next responses, whatever the requests. */
  next: unknown[]
  close: () => void
}

export const WECHAT_KEYS = { appid: 'wx-test-app', secret: 'wx-test-secret' }

/**
 * Simulates api.weixin.qq.com. A code yields one access token, which yields one profile. Errors have
 * WeChat's format.
 */
export function startWechatStub(): Promise<WechatStub> {
  const tokens = new Map<string, { openid: string; unionid?: string; nickname: string }>()
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://stub')
    stub.requests.push(pathname)
    // WeChat sends JSON as text/plain.
    response.writeHead(200, { 'content-type': 'text/plain' })
    const planned = stub.next.shift()
    if (planned !== undefined) response.end(typeof planned === 'string' ? planned : JSON.stringify(planned))
    else response.end(JSON.stringify(pathname === '/sns/oauth2/access_token' ? grant(query) : profile(query)))
  })
  const grant = (query: URLSearchParams) => {
    if (query.get('appid') !== WECHAT_KEYS.appid) return { errcode: 40013, errmsg: 'invalid appid' }
    if (query.get('secret') !== WECHAT_KEYS.secret) return { errcode: 40125, errmsg: 'invalid appsecret' }
    const code = query.get('code') ?? ''
    const person = stub.codes.get(code)
    if (!person || query.get('grant_type') !== 'authorization_code')
      return { errcode: 40029, errmsg: 'invalid code' }
    stub.codes.delete(code)
    const access_token = `token-of-${code}`
    tokens.set(access_token, person)
    return {
      access_token,
      expires_in: 7200,
      refresh_token: 'r',
      openid: person.openid,
      scope: 'snsapi_login',
    }
  }
  const profile = (query: URLSearchParams) => {
    const person = tokens.get(query.get('access_token') ?? '')
    if (!person || person.openid !== query.get('openid')) return { errcode: 40003, errmsg: 'invalid openid' }
    return { ...person, sex: 0, headimgurl: '', privilege: [] }
  }
  const stub: WechatStub = { url: '', codes: new Map(), requests: [], next: [], close: () => server.close() }
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      done(stub)
    }),
  )
}
