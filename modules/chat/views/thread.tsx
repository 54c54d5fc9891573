import type { ReactNode } from 'react'
import { languageTag } from '#src/core/i18n.ts'
import { useTranslations } from '#views/language.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { Message, Thread } from '../message.ts'
import { Attached } from './attached.tsx'

interface Props {
  thread: Thread
  /** The page's own address. */
  path: string
  /** Where this page of it ends; 0 for the latest, which goes on by itself while it is open. */
  before: number
  /** Who reads it: what they said themselves stands on the right. */
  by: 'customer' | 'staff'
  /** Up to where the other side has read. */
  read: number
  /** In place of messages where there are none. */
  children?: ReactNode
}

export function ThreadPart({ thread: { messages, earlier }, path, before, by, read, children }: Props) {
  const t = useTranslations('chat')
  const live = before ? {} : { 'hx-get': path, 'hx-trigger': 'live-chat from:document', 'data-live': '' }
  return (
    <section id="thread" aria-label={t('messages')} {...live} hx-swap="outerMorph">
      {earlier !== null && (
        <p className="mb-3 text-center">
          <a className="btn btn-sm" href={`${path}?before=${earlier}`}>
            {t('earlier')}
          </a>
        </p>
      )}
      {!messages.length && !before && children}
      <ol className="flex flex-col gap-3">
        {messages.map((message) => (
          <Line key={message.seq} {...{ message, path, by, read }} />
        ))}
      </ol>
      {before > 0 && (
        <p className="mt-3 text-center">
          <a className="btn btn-sm" href={path}>
            {t('latest')}
          </a>
        </p>
      )}
    </section>
  )
}

function Line({ message, path, by, read }: Pick<Props, 'path' | 'by' | 'read'> & { message: Message }) {
  const t = useTranslations('chat')
  const staff = message.staff_id !== null
  const own = staff === (by === 'staff')
  const name = staff ? (message.staffName ?? t('us')) : t(own ? 'you' : 'customer')
  if (message.kind !== 'text')
    return (
      <li className="text-center text-base-content/75 text-sm">
        {name} · {t(`log.${message.kind}`)} · <Moment at={message.at} />
      </li>
    )
  return (
    <li data-key={own ? message.key : undefined} className={`max-w-[85%] ${own ? 'self-end' : 'self-start'}`}>
      <p className={`mb-1 text-base-content/75 text-sm ${own ? 'text-right' : ''}`}>
        {name} · <Moment at={message.at} />
        {own && ` · ${t(message.seq <= read ? 'read' : 'unread')}`}
      </p>
      <div className={`rounded-box px-4 py-2 ${own ? 'bg-base-300' : 'border border-base-300'}`}>
        {message.words && (
          <p lang={languageTag(message.locale)} className="wrap-anywhere whitespace-pre-wrap">
            {message.words}
          </p>
        )}
        {message.file_type && <Attached message={message} path={path} />}
      </div>
    </li>
  )
}
