import { LOCALES, type Locale, messages } from '#src/core/i18n.ts'

function flatten(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, inner]) =>
    flatten(inner, path ? `${path}.${key}` : key),
  )
}

/** The messages of each language by their full keys. */
export const catalogue = Object.fromEntries(
  LOCALES.map((locale) => [locale, new Map(flatten(messages[locale]))]),
) as Record<Locale, Map<string, string>>
