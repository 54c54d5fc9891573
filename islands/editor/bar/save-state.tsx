import { useSignals } from '@preact/signals-react/runtime'
import { Icon } from '#views/icons.tsx'
import { wordsOf } from '#views/scripts/requests/call.ts'
import { retryNow } from '../state/autosave.ts'
import { useEditor } from '../state/editor-state.ts'
import { shanghaiTime, useWords } from '../words.ts'

const unsavedStates = ['offline', 'signedOut', 'refused', 'conflict']

/**
 * The save state with a fixed width, in text and for screen readers; an icon on a phone. The message about a
 * failed save lies over the paper, so that no button moves.
 */
export function SaveState() {
  useSignals()
  const t = useWords()
  const { status, savedAt } = useEditor().saving.value
  const hasFailed = unsavedStates.includes(status)
  return (
    <div role="status" className="text-sm">
      <p
        className={`flex items-center gap-1 whitespace-nowrap sm:w-28 sm:justify-end ${hasFailed ? 'text-error' : 'text-base-content/70'}`}
      >
        <Icon
          name={hasFailed ? 'warning' : status === 'saved' ? 'check' : 'refresh'}
          className={`size-4 shrink-0 ${hasFailed ? '' : 'sm:hidden'}`}
        />
        <span className="max-sm:sr-only">
          {hasFailed ? t('unsaved') : t(`saving.${status}`, { time: shanghaiTime(savedAt) })}
        </span>
      </p>
      {hasFailed && status !== 'conflict' && <Failure />}
    </div>
  )
}

function Failure() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const { status, message, fault } = editor.saving.value
  return (
    <div className="absolute inset-x-2 top-full z-30 mx-auto mt-1 flex max-w-xl flex-wrap items-center gap-x-3 gap-y-1 rounded-box border border-base-300 bg-base-100 px-3 py-2 shadow-md">
      <p className="flex-1">
        {status === 'offline' && fault
          ? t('saving.fault', { message: wordsOf(fault) })
          : t(`saving.${status}`, { message })}
      </p>
      <button type="button" className="link min-h-6" onClick={() => editor.saver && retryNow(editor.saver)}>
        {t('tryAgain')}
      </button>
    </div>
  )
}
