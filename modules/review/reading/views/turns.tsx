import { nextReminder } from '#src/core/reminder.ts'
import { ActionLink } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { Moment, momentText } from '#views/values/moment.tsx'
import type { ReviewRequest, Round } from '../reading.ts'

const TONES: Record<ReviewRequest['state'], Tone> = {
  asked: 'warning',
  accepted: 'success',
  returned: 'error',
  lapsed: 'plain',
}

/** The reviewers of a round: who has answered, and how long the others have been asked. */
export function Turns({ round, documentId }: { round: Round; documentId: string }) {
  const t = useTranslations('review')
  return (
    <ul
      aria-label={t('reviewers')}
      className="mb-4 divide-y divide-base-300 rounded-box border border-base-300 bg-base-100 px-4"
    >
      {round.turns.map((turn) => (
        <li key={turn.id} className="py-2">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="wrap-anywhere font-semibold">{turn.name}</span>
            <span className="wrap-anywhere text-base-content/75 text-sm">
              {t(`setting.kind.${turn.kind}`)}
              {turn.kind === 'external' && ` · ${turn.email}`}
            </span>
            <StateWord tone={TONES[turn.state]}>{t(`turn.${turn.state}`)}</StateWord>
            <span className="text-base-content/75 text-sm">
              <AnswerTime turn={turn} />
            </span>
            {turn.state === 'asked' && <WaitingActions turn={turn} documentId={documentId} />}
          </div>
          {turn.reasons && (
            <blockquote className="wrap-anywhere my-1 whitespace-pre-wrap border-error border-l-2 pl-3">
              {turn.reasons}
            </blockquote>
          )}
        </li>
      ))}
    </ul>
  )
}

function AnswerTime({ turn: { answered_at, opened_at, state } }: { turn: ReviewRequest }) {
  const t = useTranslations('review')
  if (answered_at) return <Moment at={new Date(answered_at)} />
  if (state !== 'asked') return null
  return opened_at ? t('openedAt', { at: momentText(new Date(opened_at)) }) : t('notOpened')
}

/** Actions for a pending answer: a reminder, or another address. */
function WaitingActions({ turn, documentId }: { turn: ReviewRequest; documentId: string }) {
  const t = useTranslations('review')
  const mayWrite = useMay('document.create')
  const reminders = turn.reminders.map((reminder) => new Date(reminder))
  const nextReminderAt = nextReminder(reminders)
  if (!mayWrite) return null
  const path = `/mgmt/${documentId}/reviewers/${turn.reviewer_id}`
  return (
    <span className="flex flex-wrap items-center gap-2">
      <form method="post" action={`${path}/reminder`}>
        <button
          type="submit"
          className="btn btn-outline btn-xs"
          disabled={nextReminderAt !== null}
          aria-label={t('remindOf', { name: turn.name })}
        >
          {t('remind')}
        </button>
      </form>
      {turn.kind === 'external' && turn.email_changed_at && (
        <span className="text-base-content/75 text-sm">{t('setting.email.used')}</span>
      )}
      {turn.kind === 'external' && !turn.email_changed_at && (
        <ActionLink
          href={`${path}/email`}
          className="btn btn-ghost btn-xs"
          label={t('setting.emailOf', { name: turn.name })}
        >
          {t('setting.email.open')}
        </ActionLink>
      )}
      {nextReminderAt && (
        <span className="text-base-content/75 text-sm">
          {t('remindAgain', { at: momentText(nextReminderAt) })}
        </span>
      )}
    </span>
  )
}
