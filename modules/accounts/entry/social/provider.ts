import { config } from '#src/core/config.ts'
import { demoProvider } from './demo.ts'
import type { SocialProvider } from './port.ts'
import { wechatProvider } from './wechat.ts'

/** WeChat if it is configured, the simulated one in a demo, else null: then no page offers it. */
export function socialProvider(): SocialProvider | null {
  if (config.wechat) return wechatProvider(config.wechat)
  return config.demo ? demoProvider : null
}
