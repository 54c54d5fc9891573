import type { listActions } from './audit-log.ts'

type Action = Awaited<ReturnType<typeof listActions>>[number]

/** The last signing of a document, from its audit log. */
export interface LastSigning {
  signed: { party: string; name: string; signedAt: Date }[]
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
  const signingActions = actions.slice(start)
  const endAction = signingActions.findLast((row) => END_KINDS[row.action])
  return {
    signed: signingActions
      .filter((row) => row.action === 'sign')
      .map(({ details, operator, at }) => ({ party: String(details.party), name: operator, signedAt: at })),
    end: endAction
      ? {
          kind: END_KINDS[endAction.action]!,
          by: endAction.operator,
          at: endAction.at,
          reason: String(endAction.details.reason ?? ''),
        }
      : null,
  }
}
