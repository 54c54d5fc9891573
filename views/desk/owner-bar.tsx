import { useTranslations } from '../language.tsx'

/** An entry of a queue, with the member of staff who handles it. */
export interface Owned {
  owner_id: string | null
  ownerName: string | null
  /** A colleague's note for the owner. */
  owner_note: string | null
}

interface Props {
  /** The address of the entry at the desk. */
  at: string
  item: Owned
  viewerId: string
  /** Whether the entry is still open. */
  isOpen: boolean
  /** The completed action, from the address. */
  done?: string
  /** Whether the bar is on the page about the owner, which has the form for handing over. */
  isOnOwnerPage?: boolean
}

/**
 * Shows who handles an entry before another member of staff acts on it, and lets staff take the entry,
 * return it or hand it over.
 */
export function OwnerBar({ at, item, viewerId, isOpen, done, isOnOwnerPage }: Props) {
  const t = useTranslations('desk.work')
  const { owner_id: owner, ownerName } = item
  const isMine = owner === viewerId
  const isTheirs = owner !== null && !isMine
  const ownerText = isMine ? t('mine') : isTheirs ? t('theirs', { name: ownerName ?? '–' }) : t('nobody')
  const isDone =
    (done === 'take' && isMine) || (done === 'handOver' && isTheirs) || (done === 'release' && !owner)
  const tone = isDone ? 'alert-success' : isTheirs && isOpen ? 'alert-warning' : ''
  return (
    <div
      className={`alert alert-soft mb-4 flex flex-wrap items-center justify-between gap-2 text-start text-sm ${tone}`}
    >
      <div className="min-w-0">
        <p role={isDone ? 'status' : undefined}>{isOpen ? ownerText : t('isFinished')}</p>
        {isOpen && item.owner_note && (
          <p className="wrap-anywhere">{t('noteIs', { note: item.owner_note })}</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isOpen && (
          <form method="post" action={`${at}/owner`}>
            <input type="hidden" name="was" value={owner ?? ''} />
            <button
              type="submit"
              name="to"
              value={isMine ? 'nobody' : 'me'}
              className="btn btn-outline btn-sm"
              data-key={isMine ? undefined : 't'}
            >
              {t(isMine ? 'release' : isTheirs ? 'takeOver' : 'take')}
            </button>
          </form>
        )}
        {isOpen && !isOnOwnerPage && (
          <a href={`${at}/owner`} className="btn btn-ghost btn-sm" data-key="h">
            {t('handOverLink')}
          </a>
        )}
        {!isOnOwnerPage && (
          <a href={`${at}/next`} className="btn btn-ghost btn-sm" data-key="n">
            {t('next')}
          </a>
        )}
      </div>
    </div>
  )
}
