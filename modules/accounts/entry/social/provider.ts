import { config } from '#src/core/config.ts'
import { demoProvider } from './demo.ts'
import type { SocialProvider } from './port.ts'
import { wechatProvider } from './wechat.ts'

/**
 * WeChat if it is configured, the simulated provider in a demo; otherwise null, and pages offer no social
 * login.
 */
export function socialProvider(): SocialProvider | null {
  if (config.wechat) return wechatProvider(config.wechat)
  return config.demo ? demoProvider : null
}
