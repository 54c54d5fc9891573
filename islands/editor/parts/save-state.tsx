import { useSignals } from '@preact/signals-react/runtime'
import type { AutosaveStatus } from '../state/autosave.ts'
import { tryAgain } from '../state/autosave.ts'
import { useEditor } from '../state/editor-state.ts'
import { shanghaiTime, useWords } from '../words.ts'

const tones: Record<AutosaveStatus, string> = {
  ...{ saved: 'text-base-content/70', waiting: 'text-base-content/70', saving: 'text-base-content/70' },
  ...{ offline: 'text-warning', signedOut: 'text-error', refused: 'text-error', conflict: 'text-warning' },
}

/** Whether what was typed is safe, said to the eye and to the ear. */
export function SaveState() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const { status, savedAt, message } = editor.saving.value
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
            href={`/acct/login?returnUrl=${encodeURIComponent(`/mgmt/${editor.id}/edit-doc`)}`}
          >
            {t('login')}
          </a>
        </>
      )}
      {['offline', 'refused', 'signedOut'].includes(status) && (
        <>
          {' '}
          <button
            type="button"
            className="link min-h-6"
            onClick={() => editor.saver && tryAgain(editor.saver)}
          >
            {t('tryAgain')}
          </button>
        </>
      )}
    </p>
  )
}
