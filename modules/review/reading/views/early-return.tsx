import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import type { Round } from '../reading.ts'

/** The sender's choice after a reviewer has returned the document while others still review it. */
export function EarlyReturn({ round, documentId }: { round: Round; documentId: string }) {
  const t = useTranslations('review.earlyReturn')
  const mayWrite = useMay('document.create')
  const returnedTurns = round.turns.filter(({ state }) => state === 'returned')
  if (round.state !== 'running' || !returnedTurns.length) return null
  const waitingNames = round.turns.filter(({ state }) => state === 'asked').map(({ name }) => name)
  const { continued_at: continuedAt } = round
  const hasChosen =
    continuedAt !== null &&
    returnedTurns.every(({ answered_at }) => new Date(answered_at!) <= new Date(continuedAt))
  const facts = {
    who: returnedTurns.map(({ name }) => name).join(t('and')),
    others: waitingNames.join(t('and')),
  }
  return (
    <section
      aria-labelledby="early-return"
      className="mb-4 rounded-box border border-base-300 border-l-4 border-l-warning bg-base-100 p-4 print:hidden"
    >
      <h2 id="early-return" className="wrap-anywhere flex items-start gap-2 font-semibold">
        <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-warning" />
        {t('title', facts)}
      </h2>
      <p className="wrap-anywhere my-2">{t(hasChosen ? 'chosen' : 'text', facts)}</p>
      {mayWrite && (
        <div className="flex flex-wrap justify-between gap-3">
          {!hasChosen && (
            <form method="post" action={`/mgmt/${documentId}/round-continuation`}>
              <button type="submit" className="btn btn-primary">
                {t('continue')}
              </button>
            </form>
          )}
          <form method="post" action={`/mgmt/${documentId}/round-end`}>
            <button type="submit" className="btn btn-outline">
              {t('end')}
            </button>
          </form>
        </div>
      )}
    </section>
  )
}
