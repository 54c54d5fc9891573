/** What a unit adds to a metric's name; units in braces are words for people, and add nothing. */
const SUFFIXES: Record<string, string> = { s: 'seconds', By: 'bytes' }

/** The name of a metric in Prometheus, without `_total`, as a collector makes it of the name and the unit. */
export function prometheusName({ name, unit }: { name: string; unit: string }): string {
  const plain = name.replaceAll('.', '_')
  const suffix = SUFFIXES[unit]
  return suffix && !plain.endsWith(`_${suffix}`) ? `${plain}_${suffix}` : plain
}
