import type { Translator } from '#views/language/messages.ts'
import { wordsOf } from '#views/scripts/requests/call.ts'
import type { OutboxMessage, OwnerChoice } from './outbox.ts'

interface Props {
  message: OutboxMessage
  t: Translator<'chat.island'>
  onEdit: () => void
  onChoice: (choice: OwnerChoice) => void
}

/**
 * One message of the outbox, aligned as the conversation will show it. A fault is retried; a refusal, with
 * its reason in `problem`, needs a decision of the sender.
 */
export function SendingRow({ message, t, onEdit, onChoice }: Props) {
  const { words, file, state, progress, fault, problem, holder } = message
  const percent = Math.round(progress * 100)
  return (
    <li data-sending={state} className="max-w-[85%] self-end">
      <p className="mb-1 text-right text-base-content/75 text-sm">
        {t('you')} · {t(state === 'waiting' && fault ? 'refused' : state)}
        {state === 'sending' && file && ` ${percent} %`}
      </p>
      <div className="rounded-box border border-base-300 border-dashed px-4 py-2">
        {words && <p className="wrap-anywhere whitespace-pre-wrap">{words}</p>}
        {file && <p className="wrap-anywhere text-sm">{file.name}</p>}
      </div>
      {fault && (
        <p role="alert" className="mt-1 text-right text-error text-sm">
          {wordsOf(fault)}
        </p>
      )}
      {state === 'refused' && (
        <p role="alert" className="mt-1 text-right text-error text-sm">
          {problem}{' '}
          {holder && (
            <>
              <button type="button" className="link" onClick={() => onChoice({ takeOver: holder })}>
                {t('takeOver')}
              </button>{' '}
              <button type="button" className="link" onClick={() => onChoice({ beside: holder })}>
                {t('beside')}
              </button>{' '}
            </>
          )}
          <button type="button" className="link" onClick={onEdit}>
            {t('takeBack')}
          </button>
        </p>
      )}
    </li>
  )
}
