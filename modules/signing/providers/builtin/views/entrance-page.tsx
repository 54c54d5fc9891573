import { useTranslations } from '#views/language.tsx'
import { EntranceCard } from '#views/layout/entrance-card.tsx'
import { momentText } from '#views/values/moment.tsx'
import { useSenderWords } from '#views/values/sender.ts'
import { maskedCodeAddressesOf } from '../../../contact.ts'
import { stepOf, type Turn } from '../signer-link.ts'
import { SenderMessage } from './sender-message.tsx'

interface Props {
  turn: Turn
  path: string
}

/** Names the sender and the document, and offers a code that proves access to the mailbox. */
export function EntrancePage({ turn, path }: Props) {
  const t = useTranslations('signing')
  const stage = stageOf(turn)
  const facts = { name: turn.name, ...useSenderWords(turn) }
  const isOver = stage === 'declined' || stage === 'expired' || stage === 'stopped'
  return (
    <EntranceCard title={t(`entrance.${stage}.title`)} lead={t(`entrance.${stage}.lead`, facts)} about={turn}>
      {isOver ? (
        <p className="mt-4 alert alert-warning alert-soft">{t(`over.${stage}`, facts)}</p>
      ) : (
        <p className="mt-3 text-base-content/75 text-sm">
          {t(`entrance.${stage}.note`, { at: momentText(turn.expires_at) })}
        </p>
      )}
      {(stage === 'started' || stage === 'toApprove') && turn.message && <SenderMessage turn={turn} />}
      <form method="post" action={`${path}/code`} className="mt-4">
        <button
          type="submit"
          className={`btn h-auto min-h-10 py-2 ${isOver ? 'btn-outline' : 'btn-primary'} w-full`}
        >
          {t('entrance.send', { email: maskedCodeAddressesOf(turn) })}
        </button>
      </form>
    </EntranceCard>
  )
}

/** The state of the signing for this visitor. */
function stageOf(turn: Turn) {
  if (turn.signing_state !== 'started') return turn.signing_state
  if (stepOf(turn).endsWith('/signed')) return turn.state === 'approved' ? 'approved' : 'signed'
  return turn.role === 'approver' ? 'toApprove' : 'started'
}
