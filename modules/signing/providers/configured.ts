import { ConfigError } from '#src/core/configuration/config-error.ts'
import { DOCUSIGN_WARNINGS, settingsFrom as docusignSettings } from './docusign/settings.ts'
import { ESIGN_WARNINGS, settingsFrom as esignSettings } from './esign/settings.ts'
import type { ServiceName } from './provider-name.ts'
import type { RemoteService } from './remote/service.ts'
import { offerService } from './remote/services.ts'
import { TENCENT_WARNINGS, settingsFrom as tencentSettings } from './tencent/settings.ts'

type Environment = Record<string, string | undefined>

interface Adapter {
  name: ServiceName
  /** Information for the operator. */
  warnings: readonly string[]
  /** Null if the service is not configured. Throws an Error that names the invalid variable. */
  load(env: Environment): Promise<RemoteService | null>
}

/** In the order of the interface. The code of a service is loaded only if it is configured. */
const ADAPTERS: Adapter[] = [
  {
    name: 'esign',
    warnings: ESIGN_WARNINGS,
    async load(env) {
      const settings = esignSettings(env)
      return settings && (await import('./esign/esign.ts')).createEsign(settings)
    },
  },
  {
    name: 'tencent',
    warnings: TENCENT_WARNINGS,
    async load(env) {
      const settings = tencentSettings(env)
      return settings && (await import('./tencent/tencent.ts')).tencentService(settings)
    },
  },
  {
    name: 'docusign',
    warnings: DOCUSIGN_WARNINGS,
    async load(env) {
      const settings = docusignSettings(env)
      return settings && (await import('./docusign/docusign.ts')).docusign(settings)
    },
  },
]

/**
 * Offers the configured services of other companies. Returns their names, with information for the operator
 * about each. Throws a ConfigError that names the missing or invalid variable.
 */
export async function offerConfiguredServices(env: Environment) {
  const offered: Pick<Adapter, 'name' | 'warnings'>[] = []
  for (const { name, warnings, load } of ADAPTERS) {
    const service = await load(env).catch((error: Error) => {
      throw new ConfigError(error.message)
    })
    if (!service) continue
    offerService(name, service)
    offered.push({ name, warnings })
  }
  return offered
}
