import { config } from '#src/core/config.ts'
import { ConfigError } from '#src/core/configuration/config-error.ts'
import { tracedClient } from '#src/telemetry/spans.ts'
import { demoService } from './demo.ts'
import type { RealNameService } from './service.ts'
import { settingsFrom } from './settings.ts'
import { tencentService } from './tencent/tencent.ts'

function settingsOrExit() {
  try {
    return settingsFrom(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(`The configuration is wrong:\n${error.message}`)
    process.exit(1)
  }
}

const settings = settingsOrExit()

const withTracing = (service: RealNameService) =>
  tracedClient('real-name', service, ['checkIndividual', 'checkEnterprise'])

/** The configured service; null without one, when real names are not checked. */
export const realName: { service: RealNameService | null } = {
  service: settings ? withTracing(tencentService(settings)) : config.demo ? demoService : null,
}
