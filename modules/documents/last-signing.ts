import type { listActions } from './audit-log.ts'

type Action = Awaited<ReturnType<typeof listActions>>[number]

/** The last signing of a document, from its audit log. */
export interface LastSigning {
  signed: { party: string; name: string; at: Date }[]
  /** Null while the signing runs. */
  end: { kind: 'completed' | 'declined' | 'expired' | 'stopped'; by: string; at: Date; reason: string } | null
}

const END_KINDS: Partial<Record<Action['action'], NonNullable<LastSigning['end']>['kind']>> = {
  'complete-signing': 'completed',
  'decline-signing': 'declined',
  'expire-signing': 'expired',
  'stop-signing': 'stopped',
}

/** Null when the document was never sent for signing. */
export function lastSigningIn(actions: Action[]): LastSigning | null {
  const start = actions.findLastIndex((row) => row.action === 'start-signing')
  if (start < 0) return null
  const since = actions.slice(start)
  const ending = since.findLast((row) => END_KINDS[row.action])
  return {
    signed: since
      .filter((row) => row.action === 'sign')
      .map(({ details, operator, at }) => ({ party: String(details.party), name: operator, at })),
    end: ending
      ? {
          kind: END_KINDS[ending.action]!,
          by: ending.operator,
          at: ending.at,
          reason: String(ending.details.reason ?? ''),
        }
      : null,
  }
}
