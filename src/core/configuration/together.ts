import { ConfigError } from './config-error.ts'

/** Whether all variables of a service are set; throws if only some are. */
export function together<K extends string>(e: Partial<Record<K, unknown>>, names: K[]): boolean {
  const missing = names.filter((name) => !e[name])
  if (missing.length === names.length) return false
  if (missing.length)
    throw new ConfigError(
      missing.map((name) => `${name} is missing beside ${names.filter((one) => e[one])[0]}`).join('\n'),
    )
  return true
}
