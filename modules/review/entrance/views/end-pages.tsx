import { useTranslations } from '#views/language.tsx'
import { EntranceCard, maskEmail } from '#views/layout/entrance-card.tsx'
import { momentText } from '#views/values/moment.tsx'
import { senderWords, useSenderWords } from '#views/values/sender.ts'
import type { Turn } from '../../review-step.ts'
import type { Entrance } from '../link.ts'

/** The reviewer's answer and what happens next; without a turn, only that the review is complete. */
export function CompletePage({ turn, unsent }: { turn?: Turn; unsent?: string }) {
  const t = useTranslations('review.complete')
  const translateAny = useTranslations()
  const state = turn?.state === 'returned' ? 'returned' : 'accepted'
  if (!turn)
    return (
      <EntranceCard title={t('title')} lead={t('plainLead')}>
        {null}
      </EntranceCard>
    )
  const facts = {
    ...senderWords(translateAny, turn),
    at: momentText(turn.answered_at ?? turn.started_at),
  }
  return (
    <EntranceCard title={t(`${state}.title`)} lead={t(`${state}.lead`, facts)} about={turn}>
      {turn.reasons && (
        <blockquote className="wrap-anywhere mt-3 whitespace-pre-wrap border-base-300 border-l-2 pl-3">
          {turn.reasons}
        </blockquote>
      )}
      <Unsent words={unsent} />
      <p className="mt-3 text-base-content/75 text-sm">{t(`${state}.next`, facts)}</p>
      {turn.kind === 'external' && <LogoutForm reviewerId={turn.reviewer_id} />}
    </EntranceCard>
  )
}

export function LogoutForm({ reviewerId }: { reviewerId: string }) {
  const t = useTranslations('review')
  return (
    <form method="post" action="/review/logout" className="mt-4">
      <input type="hidden" name="accessCode" value={reviewerId} />
      <button type="submit" className="btn btn-outline">
        {t('logout')}
      </button>
    </form>
  )
}

/** Shows a text that the reviewer sent too late. */
function Unsent({ words }: { words?: string }) {
  const t = useTranslations('review')
  if (!words) return null
  return (
    <div role="alert" className="mt-3">
      <p>{t('tooLate')}</p>
      <blockquote className="wrap-anywhere mt-1 max-h-60 overflow-y-auto whitespace-pre-wrap border-base-300 border-l-2 pl-3">
        {words}
      </blockquote>
    </div>
  )
}

/** Says that the review has ended or was withdrawn. */
export function LapsedPage({ turn, unsent }: { turn: Turn; unsent?: string }) {
  const t = useTranslations('review.invalid')
  const facts = useSenderWords(turn)
  return (
    <EntranceCard title={t('lapsed')} lead={t(`why.${turn.roundState}`, facts)} about={turn}>
      <Unsent words={unsent} />
      <p className="mt-3 text-base-content/75 text-sm">{t('ask', facts)}</p>
    </EntranceCard>
  )
}

/** Says that the link is invalid, and why; does not name the document. */
export function InvalidPage({ entrance }: { entrance?: Entrance }) {
  const t = useTranslations('review.invalid')
  const translateAny = useTranslations()
  // Only a reviewer whose answer is still pending has certainly been sent a newer link.
  if (!entrance || (entrance.replacedAt && entrance.turn.state !== 'asked'))
    return (
      <EntranceCard title={t('title')} lead={t('plain')}>
        {null}
      </EntranceCard>
    )
  const { turn, replacedAt } = entrance
  const facts = senderWords(translateAny, turn)
  const lead = replacedAt
    ? t('replaced', { ...facts, email: maskEmail(turn.email), at: momentText(replacedAt) })
    : t('closed', facts)
  return (
    <EntranceCard title={t('title')} lead={lead}>
      <p className="mt-3 text-base-content/75 text-sm">{t('ask', facts)}</p>
    </EntranceCard>
  )
}
