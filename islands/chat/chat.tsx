import { type Signal, useSignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ChatWords } from '#modules/chat/views/message-field.tsx'
import { FieldFrame } from '#views/forms.tsx'
import { LanguageContext, plainLanguage, useTranslations } from '#views/language.tsx'
import { newNonce, reportFault } from '#views/scripts/requests/call.ts'
import { createOutbox, type OutboxMessage, type OwnerChoice } from './outbox.ts'
import { SendingRow } from './sending-row.tsx'
import { sendTo } from './transport.ts'
import { useTyping } from './typing.ts'
import { draftStore, initialText, isLostByLeaving, unsentMessageStore } from './unsent-messages.ts'

/**
 * The message field of a conversation. It replaces the plain form, and lists unsent messages above the
 * field.
 */
export function Chat({ lang, messages, ...props }: ChatWords & { file?: File }) {
  const [language] = useState(() => plainLanguage(lang, 'chat.island', messages))
  return (
    <LanguageContext value={language}>
      <Field {...props} />
    </LanguageContext>
  )
}

function Field(props: Omit<ChatWords, 'lang' | 'messages'> & { file?: File }) {
  const { label, hint, words, wordsLang, longest } = props
  useSignals()
  const t = useTranslations('chat.island')
  const text = useDraft(words ?? '', props)
  const file = useSignal<File | null>(props.file ?? null)
  const isTried = useSignal(false)
  const length = text.value.trim().length
  const isTooLong = length > longest
  const isMissing = isTried.value && !length && !file.value
  const sending = useSignal<OutboxMessage[]>([])
  const { isOtherTyping, notifyTyping, endTyping } = useTyping(props)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  /**
   * The agent's confirmation that they answer beside the colleague who has the conversation; asked once per
   * colleague.
   */
  const confirmedChoice = useRef<OwnerChoice>(undefined)
  const outbox = useOutbox(props, (list) => {
    sending.value = list
  })

  const send = () => {
    field.current?.focus()
    isTried.value = true
    if ((!length && !file.value) || isTooLong) return
    isTried.value = false
    void outbox.add({
      key: newNonce(),
      words: text.value.trim(),
      file: file.value,
      choice: confirmedChoice.current,
    })
    text.value = ''
    file.value = null
    endTyping()
  }
  const attach = (files?: FileList | null) => {
    if (files?.[0]) file.value = files[0]
    return Boolean(files?.length)
  }
  const edit = (one: OutboxMessage) => {
    text.value = [one.words, text.value].filter(Boolean).join('\n')
    outbox.drop(one.key)
    field.current?.focus()
  }
  const sendAgain = (key: string, choice: OwnerChoice) => {
    if ('beside' in choice) confirmedChoice.current = choice
    void outbox.sendAgain(key, choice)
    field.current?.focus()
  }
  const onPaste = (event: ClipboardEvent) => attach(event.clipboardData?.files) && event.preventDefault()
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    attach(event.dataTransfer?.files)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }

  const problem = isMissing ? t('required') : isTooLong ? t('tooLong', { length, longest }) : null
  return (
    <div>
      <ol aria-live="polite" className="mt-3 flex flex-col gap-3">
        {sending.value.map((one) => (
          <SendingRow
            key={one.key}
            message={one}
            t={t}
            onEdit={() => edit(one)}
            onChoice={(choice) => sendAgain(one.key, choice)}
          />
        ))}
      </ol>
      <p role="status" className="mt-2 h-5 text-base-content/75 text-sm">
        {isOtherTyping && t('typing')}
      </p>
      <FieldFrame name="words" label={label} problems={undefined} hint={problem ? undefined : hint}>
        <textarea
          ref={field}
          id="words"
          lang={wordsLang}
          rows={4}
          value={text.value}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem || hint ? 'words-note' : undefined}
          onChange={(event) => {
            text.value = event.currentTarget.value
            notifyTyping()
          }}
          onPaste={onPaste}
          onDragOver={(event) => event.preventDefault()}
          onDrop={onDrop}
          onKeyDown={onKeyDown}
          className={`textarea w-full ${problem ? 'textarea-error' : ''}`}
        />
      </FieldFrame>
      {problem && (
        <p id="words-note" role="alert" className="text-error text-sm">
          {problem}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <button type="button" className="btn btn-primary" onClick={send}>
          {t('send')}
        </button>
        <span className="hidden text-base-content/75 text-xs pointer-fine:inline">{t('keys')}</span>
        <button
          type="button"
          className="btn btn-outline"
          aria-describedby="file-hint"
          onClick={() => picker.current?.click()}
        >
          {t('file')}
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".png,.jpg,.jpeg,.gif,.pdf"
          onChange={(event) => {
            attach(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
        {file.value && (
          <button
            type="button"
            className="btn btn-sm h-auto min-h-8 wrap-anywhere"
            onClick={() => {
              file.value = null
            }}
          >
            {t('remove', { name: file.value.name })}
          </button>
        )}
      </div>
      <p id="file-hint" className="mt-1 text-base-content/75 text-xs">
        {t('fileHint')}
      </p>
    </div>
  )
}

/** The text of the field, stored in session storage until it is sent. */
function useDraft(words: string, { action, account }: Pick<ChatWords, 'action' | 'account'>): Signal<string> {
  const [draft] = useState(() => draftStore(account, action))
  const [initial] = useState(() => initialText(draft.read(), words))
  const text = useSignal(initial)
  useEffect(() => text.subscribe(draft.write), [text, draft])
  return text
}

/**
 * The messages in the outbox. A sent message leaves it once the conversation on the page, which the page
 * script updates, shows the message.
 */
function useOutbox(
  { action, account }: Pick<ChatWords, 'action' | 'account'>,
  show: (list: OutboxMessage[]) => void,
) {
  const outboxRef = useRef<ReturnType<typeof createOutbox>>(null)
  const onChange = (list: OutboxMessage[]) => {
    if (list.some(({ state }) => state === 'sent')) document.dispatchEvent(new Event('live-chat'))
    show(list)
  }
  outboxRef.current ??= createOutbox(sendTo(action), onChange, {
    store: unsentMessageStore(account, action),
    onFault: reportFault,
  })
  const outbox = outboxRef.current
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => outbox.list().some(isLostByLeaving) && event.preventDefault()
    addEventListener('beforeunload', ask)
    void outbox.start(new Set(shownKeys()))
    return () => removeEventListener('beforeunload', ask)
  }, [outbox])
  useEffect(() => {
    const removeArrived = () => outbox.arrived(new Set(shownKeys()))
    const watcher = new MutationObserver(removeArrived)
    const thread = document.getElementById('thread')?.parentElement
    if (thread) watcher.observe(thread, { childList: true, subtree: true })
    addEventListener('online', outbox.retry)
    return () => {
      watcher.disconnect()
      removeEventListener('online', outbox.retry)
    }
  }, [outbox])
  return outbox
}

const shownKeys = () =>
  [...document.querySelectorAll<HTMLElement>('#thread [data-key]')].map(({ dataset }) => dataset.key!)
