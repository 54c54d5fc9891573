import { partyKey } from '../words.ts'
import type { Template } from './template.ts'
import { type FaultAtPath, maxParties, type TemplatePart } from './template-parts.ts'

/** Checks that positions name parties of the template, and that fallbacks are numbered consecutively. */
export function checkPositions(template: Template, parts: TemplatePart[]): FaultAtPath[] {
  const keys = new Set(['neutral', ...Array.from({ length: maxParties(template) }, (_, n) => partyKey(n))])
  return parts.flatMap(({ clause, path }): FaultAtPath[] => {
    if (!clause) return []
    const texts = [
      { ...clause, path },
      ...(clause.alternatives ?? []).map((one, index) => ({
        ...one,
        path: [...path, 'alternatives', index],
      })),
    ]
    const unknownParties = texts.flatMap(({ favours, path }): FaultAtPath[] =>
      favours === undefined || keys.has(favours)
        ? []
        : [{ path: [...path, 'favours'], code: 'noParty', values: { key: favours } }],
    )
    return [...unknownParties, ...checkFallbacks(texts)]
  })
}

function checkFallbacks(texts: { fallback?: number; path: FaultAtPath['path'] }[]): FaultAtPath[] {
  const fallbacks = texts
    .filter((one) => one.fallback !== undefined)
    .sort((one, other) => one.fallback! - other.fallback!)
  if (fallbacks.length === texts.length)
    return [{ path: [...fallbacks[0]!.path, 'fallback'], code: 'fallbackAlone' }]
  const wrongIndex = fallbacks.findIndex(({ fallback }, index) => fallback !== index + 1)
  if (wrongIndex < 0) return []
  const { fallback, path } = fallbacks[wrongIndex]!
  const isTwice = fallbacks[wrongIndex - 1]?.fallback === fallback
  return [
    {
      path: [...path, 'fallback'],
      code: isTwice ? 'fallbackTwice' : 'fallbackGap',
      values: { number: isTwice ? fallback! : wrongIndex + 1 },
    },
  ]
}
