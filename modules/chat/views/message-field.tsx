import type { ReactNode } from 'react'
import { LOCALES, languageTag, messages } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { described, FieldFrame, FormProblem } from '#views/forms.tsx'
import { IslandOver } from '#views/island.tsx'
import type { MessagesOf } from '#views/language/messages.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { LONGEST } from '../message.ts'

interface Props extends FormState {
  action: string
  label: string
  hint?: string
  /** What is typed is kept until it is sent; the island keeps its own. */
  keeps?: boolean
  /** In the field at first. */
  words?: string
  /** Fields before it and after it. */
  first?: ReactNode
  last?: ReactNode
  /** What is written there is in this language, not the page's. */
  lang?: string
}

/** Where the island reports typing, and whose typing it shows. */
interface Typing {
  typing: string
  conversation: string | null
  /** Under whom a browser keeps what has not arrived: the account, or a visitor's conversation. */
  account: string
}

/** Props of the island `chat`. */
export interface ChatWords extends Pick<Props, 'action' | 'label' | 'hint' | 'words'>, Typing {
  wordsLang?: string
  longest: number
  lang: string
  messages: MessagesOf<'chat.island'>
}

/**
 * The field of a conversation that has begun: the island where there is JavaScript, the same as a plain form
 * else.
 */
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
    longest: LONGEST,
    lang,
    messages: island,
  }
  return (
    <IslandOver name="chat" props={islandProps}>
      <MessageField {...props} />
    </IslandOver>
  )
}

/** One field and its button. The key is drawn with the page: the same form sent twice is one message. */
export function MessageField(props: Props) {
  const { action, label, hint, words, lang, keeps, first, last, values, problems, details } = props
  const t = useTranslations('chat')
  const field = { name: 'words', label, hint, problems }
  const file = { name: 'file', label: t('file'), hint: t('fileHint'), problems }
  return (
    <form
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      data-keeps-words={keeps || undefined}
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
          maxLength={LONGEST}
          defaultValue={values?.words ?? words}
          className={`textarea w-full ${problems?.words ? 'textarea-error' : ''}`}
        />
      </FieldFrame>
      <FieldFrame {...file}>
        <input
          {...described(file)}
          type="file"
          accept=".png,.jpg,.jpeg,.gif,.pdf"
          className={`file-input w-full ${problems?.file ? 'file-input-error' : ''}`}
        />
      </FieldFrame>
      {last}
      <button type="submit" className="btn btn-primary mt-2">
        {t('send')}
      </button>
    </form>
  )
}
