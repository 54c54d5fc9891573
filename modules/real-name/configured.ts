import { config } from '#src/core/config.ts'
import { demoService } from './demo.ts'
import type { RealNameService } from './service.ts'
import { settingsFrom } from './settings.ts'
import { tencentService } from './tencent/tencent.ts'

const settings = settingsFrom(process.env)

/** The configured service; null without one, when real names are not checked. */
export const realName: { service: RealNameService | null } = {
  service: settings ? tencentService(settings) : config.demo ? demoService : null,
}
