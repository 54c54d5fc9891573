import { useSignals } from '@preact/signals-react/runtime'
import type { SavingStatus } from '../state/autosave.ts'
import { tryAgain } from '../state/autosave.ts'
import { useDesk } from '../state/editor-state.ts'
import { shanghaiTime, useWords } from '../words.ts'

const tones: Record<SavingStatus, string> = {
  ...{ saved: 'text-base-content/70', waiting: 'text-base-content/70', saving: 'text-base-content/70' },
  ...{ offline: 'text-warning', signedOut: 'text-error', refused: 'text-error', conflict: 'text-warning' },
}

/** Whether what was typed is safe, said to the eye and to the ear. */
export function SaveState() {
  useSignals()
  const t = useWords()
  const desk = useDesk()
  const { status, savedAt, message } = desk.saving.value
  return (
    <p role="status" className={`text-sm ${tones[status]}`}>
      {t(`saving.${status}`, { time: shanghaiTime(savedAt), message })}
      {status === 'signedOut' && (
        <>
          {' '}
          <a
            className="link"
            target="_blank"
            rel="noopener"
            href={`/acct/login?returnUrl=${encodeURIComponent(`/mgmt/${desk.id}/edit-doc`)}`}
          >
            {t('login')}
          </a>
        </>
      )}
      {['offline', 'refused', 'signedOut'].includes(status) && (
        <>
          {' '}
          <button type="button" className="link min-h-6" onClick={() => desk.saver && tryAgain(desk.saver)}>
            {t('tryAgain')}
          </button>
        </>
      )}
    </p>
  )
}
