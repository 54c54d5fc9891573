import type { ReactNode } from 'react'
import { LOCALES, languageTag, messages } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { described, FieldFrame, FileField, FormProblem } from '#views/forms.tsx'
import { IslandOver } from '#views/island.tsx'
import type { MessagesOf } from '#views/language/messages.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { MAX_LENGTH } from '../message.ts'

interface Props extends FormState {
  action: string
  label: string
  hint?: string
  /** Whether the browser keeps typed text in the tab until it is sent; the island has separate storage. */
  savesDraft?: boolean
  /** Fields before the text field. */
  first?: ReactNode
  last?: ReactNode
  /** The language of the typed text, if it differs from the page's. */
  lang?: string
}

/** Address to which the island reports typing, and the conversation whose typing it shows. */
interface Typing {
  typing: string
  conversation: string | null
  /** The key under which a browser stores unsent messages: the account, or a visitor's conversation. */
  account: string
}

/** Props of the island `chat`. */
export interface ChatWords extends Pick<Props, 'action' | 'label' | 'hint'>, Typing {
  /** The text that was typed before the island started. */
  words?: string
  wordsLang?: string
  longest: number
  lang: string
  messages: MessagesOf<'chat.island'>
}

/** The message field of an open conversation: the island, or a plain form without script. */
export function TalkField({ typing, conversation, account, ...props }: Props & Typing) {
  const lang = useLocale()
  const locale = LOCALES.find((one) => languageTag(one) === lang)!
  const { island } = messages[locale].chat
  const { action, label, hint, lang: wordsLang } = props
  const islandProps: ChatWords = {
    action,
    label,
    hint,
    wordsLang,
    typing,
    conversation,
    account,
    longest: MAX_LENGTH,
    lang,
    messages: island,
  }
  return (
    <IslandOver name="chat" props={islandProps}>
      <MessageField {...props} />
    </IslandOver>
  )
}

/**
 * A message field and its button. The form contains the idempotency key, so that sending the form twice
 * stores one message.
 */
export function MessageField(props: Props) {
  const { action, label, hint, lang, savesDraft, first, last, values, problems, details } = props
  const t = useTranslations('chat')
  const field = { name: 'words', label, hint, problems }
  const file = { name: 'file', label: t('file'), hint: t('fileHint'), problems }
  return (
    <form
      method="post"
      id="message-form"
      action={action}
      encType="multipart/form-data"
      noValidate
      data-history-length={savesDraft || undefined}
      className="mt-4"
    >
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <FormProblem problem={problems?.form} values={details} />
      {first}
      <FieldFrame {...field}>
        <textarea
          {...described(field)}
          lang={lang}
          rows={4}
          defaultValue={values?.words}
          className={`textarea w-full ${problems?.words ? 'textarea-error' : ''}`}
        />
      </FieldFrame>
      <FileField {...file} accept=".png,.jpg,.jpeg,.gif,.pdf" />
      {last}
      <button type="submit" className="btn btn-primary mt-2">
        {t('send')}
      </button>
    </form>
  )
}
