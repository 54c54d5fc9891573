import { useTranslations } from '#views/language.tsx'
import { EntranceCard } from '#views/layout/entrance-card.tsx'
import { momentText } from '#views/values/moment.tsx'
import { useSenderWords } from '#views/values/sender.ts'
import { maskedAddressOf, maskedCodeAddressesOf } from '../../../contact.ts'
import type { Entrance } from '../signer-link.ts'

/**
 * Says that the link was replaced, where the newer link was sent, and whom to contact. Does not name the
 * document. Also offers a code, because the newer link may have been opened in the workspace and never sent.
 */
export function ReplacedPage({ turn, replacedAt }: Entrance) {
  const t = useTranslations('signing')
  const facts = useSenderWords(turn)
  const sentFacts = { ...facts, email: maskedAddressOf(turn), at: momentText(replacedAt ?? turn.expires_at) }
  const { signing_state: state } = turn
  const isOver = state === 'declined' || state === 'expired' || state === 'stopped'
  return (
    <EntranceCard
      title={t('replaced.title')}
      lead={isOver ? t(`over.${state}`, facts) : t(`replaced.${state}`, sentFacts)}
    >
      {!isOver && (
        <>
          <p className="mt-3 text-base-content/75 text-sm">{t('replaced.ask', facts)}</p>
          <form method="post" action={`/signing/${turn.id}/again/code`} className="mt-4">
            <p className="mb-2 text-sm">{t('replaced.here')}</p>
            <button type="submit" className="btn btn-outline h-auto min-h-10 w-full py-2">
              {t('entrance.send', { email: maskedCodeAddressesOf(turn) })}
            </button>
          </form>
        </>
      )}
    </EntranceCard>
  )
}
