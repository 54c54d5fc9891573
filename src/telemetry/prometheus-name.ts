/** The suffix of a metric's name for each unit. Units in braces are only for people and have no suffix. */
const SUFFIXES: Record<string, string> = { s: 'seconds', By: 'bytes' }

/**
 * The name of a metric in Prometheus, without `_total`, as a collector derives it from the name and the
 * unit.
 */
export function prometheusName({ name, unit }: { name: string; unit: string }): string {
  const snakeName = name.replaceAll('.', '_')
  const suffix = SUFFIXES[unit]
  return suffix && !snakeName.endsWith(`_${suffix}`) ? `${snakeName}_${suffix}` : snakeName
}
