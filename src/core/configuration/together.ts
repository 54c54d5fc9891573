import { ConfigError } from './config-error.ts'

/** Whether all variables of a service are set; throws if only some are. */
export function areAllSet<K extends string>(e: Partial<Record<K, unknown>>, names: K[]): boolean {
  const missingNames = names.filter((name) => !e[name])
  if (missingNames.length === names.length) return false
  if (missingNames.length)
    throw new ConfigError(
      missingNames.map((name) => `${name} is missing beside ${names.filter((one) => e[one])[0]}`).join('\n'),
    )
  return true
}
