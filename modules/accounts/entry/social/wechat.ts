import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { log } from '#src/core/log.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import { inCall } from '#src/telemetry/spans.ts'
import type { SocialPerson, SocialProvider } from './port.ts'

export interface WechatApplication {
  appId: string
  secret: string
  /** The base address of the page with WeChat's QR code. */
  pages: string
  /** The base address of WeChat's API. */
  calls: string
}

const TIMEOUT = 5000

const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const Grant = v.object({ access_token: v.pipe(v.string(), v.minLength(1), v.maxLength(1024)), openid: Id })
const Profile = v.object({ openid: Id, unionid: v.optional(Id), nickname: v.string() })

/** Login by QR code: a website application of the WeChat Open Platform, OAuth 2 with scope snsapi_login. */
export function wechatProvider({ appId, secret, pages, calls }: WechatApplication): SocialProvider {
  return {
    name: 'wechat',
    authorisationUrl: (state, returnTo) => {
      const parameters = {
        appid: appId,
        redirect_uri: returnTo,
        response_type: 'code',
        scope: 'snsapi_login',
        state,
      }
      return `${pages}/connect/qrconnect?${new URLSearchParams(parameters)}#wechat_redirect`
    },
    personFor: async (code) => {
      const parameters = { appid: appId, secret, code, grant_type: 'authorization_code' }
      const grant = await callWechat(Grant, `${calls}/sns/oauth2/access_token`, parameters)
      const { access_token, openid } = grant
      const profile = await callWechat(Profile, `${calls}/sns/userinfo`, { access_token, openid })
      if (profile.openid !== openid) throw new AppError('SOCIAL_FAILED')
      return asPerson(profile)
    },
  }
}

/**
 * The unionid is the same in all applications of a company; if the company has no such union, there is only
 * the openid.
 */
const asPerson = ({ unionid, openid, nickname }: v.InferOutput<typeof Profile>): SocialPerson => ({
  subject: unionid ?? openid,
  nickname: cleanText(nickname).slice(0, 64),
})

async function callWechat<S extends v.GenericSchema>(
  schema: S,
  url: string,
  parameters: Record<string, string>,
) {
  const request = () =>
    fetch(`${url}?${new URLSearchParams(parameters)}`, {
      signal: AbortSignal.timeout(TIMEOUT),
      redirect: 'error',
    }).then((response) => response.json())
  const response = await inCall('wechat-login', 'ask', request).catch(() => null)
  const result = v.safeParse(schema, response)
  if (result.success) return result.output as v.InferOutput<S>
  // Only WeChat's error number is logged, because the address of the call contains our secret.
  log.warn(
    { event: 'wechat refused', errcode: (response as { errcode?: number } | null)?.errcode },
    'social login',
  )
  throw new AppError('SOCIAL_FAILED')
}
