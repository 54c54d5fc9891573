import type { ReactNode } from 'react'
import { languageTag } from '#src/core/i18n.ts'
import { useTranslations } from '#views/language.tsx'

import { Moment } from '#views/values/moment.tsx'
import type { Message, MessageRange, Thread } from '../message.ts'

import { AttachedFile } from './attached.tsx'
import { MessageWords } from './words.tsx'

export interface ThreadProps extends MessageRange {
  thread: Thread
  /** The path of the page. */
  path: string
  /** The reader, whose own messages are on the right. */
  by: 'customer' | 'staff'
  /** The last message that the other side has read. */
  read: number
  /** The text shown if there are no messages. */
  children?: ReactNode
}

/**
 * The conversation in a box that stays scrolled to its end when earlier messages are added above. Earlier
 * messages are loaded on scrolling up, or by a link without script.
 */
export function ThreadBox(props: ThreadProps) {
  const t = useTranslations('chat')
  const { thread, path } = props
  return (
    <section
      aria-label={t('messages')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible by keyboard
      tabIndex={0}
      className="flex max-h-[max(60vh,20rem)] flex-col-reverse overflow-y-auto p-1"
    >
      <div>
        <EarlierMessages at={thread.earlier} path={path} />
        <LatestPart {...props} />
      </div>
    </section>
  )
}

/** The response to the box's own requests: the messages before a number, or from a number on. */
export const ThreadPart = (props: ThreadProps) =>
  props.before ? <EarlierPart {...props} /> : <LatestPart {...props} />

function EarlierMessages({ at, path }: { at: number | null; path: string }) {
  const t = useTranslations('chat')
  if (at === null) return null
  const address = `${path}?before=${at}`
  return (
    <p
      className="mb-3 text-center"
      hx-get={address}
      hx-trigger="revealed"
      hx-swap="outerHTML"
      data-earlier=""
    >
      <a className="btn btn-sm" href={address}>
        {t('earlier')}
      </a>
    </p>
  )
}

function EarlierPart(props: ThreadProps) {
  const { thread, path } = props
  return (
    <>
      <EarlierMessages at={thread.earlier} path={path} />
      <div className="mb-3">
        <Lines {...props} />
      </div>
    </>
  )
}

/** The latest messages, updated while the page is open; a page of earlier messages is not updated. */
function LatestPart(props: ThreadProps) {
  const t = useTranslations('chat')
  const { thread, path, before, from, children } = props
  const firstSeq = from || (thread.messages[0]?.seq ?? 1)
  const refreshAttributes = {
    'hx-get': `${path}?from=${firstSeq}`,
    'hx-trigger': 'live-chat from:document',
    'data-live': '',
  }
  return (
    <div id="thread" {...(before ? {} : refreshAttributes)} hx-swap="outerMorph">
      {!thread.messages.length && !before && children}
      <Lines {...props} />
      {before > 0 && (
        <p className="mt-3 text-center">
          <a className="btn btn-sm" href={path}>
            {t('latest')}
          </a>
        </p>
      )}
    </div>
  )
}

const Lines = ({ thread, ...props }: ThreadProps) => (
  <ol className="flex flex-col gap-3">
    {thread.messages.map((message) => (
      <MessageLine key={message.seq} message={message} {...props} />
    ))}
  </ol>
)

function MessageLine({ message, path, by, read }: Omit<ThreadProps, 'thread'> & { message: Message }) {
  const t = useTranslations('chat')
  const isFromStaff = message.staff_id !== null
  const isOwn = isFromStaff === (by === 'staff')
  const name = isFromStaff ? (message.staffName ?? t('us')) : t(isOwn ? 'you' : 'customer')
  if (message.kind !== 'text')
    return (
      <li className="text-center text-base-content/75 text-sm">
        {name} · {[t(`log.${message.kind}`), message.words].filter(Boolean).join(' ')} ·{' '}
        <Moment at={message.at} />
      </li>
    )
  return (
    <li
      data-key={isOwn ? message.key : undefined}
      className={`max-w-[85%] ${isOwn ? 'self-end' : 'self-start'}`}
    >
      <p className={`mb-1 text-base-content/75 text-sm ${isOwn ? 'text-right' : ''}`}>
        {name} · <Moment at={message.at} />
        {isOwn && ` · ${t(message.seq <= read ? 'read' : 'unread')}`}
      </p>
      <div className={`rounded-box px-4 py-2 ${isOwn ? 'bg-base-300' : 'border border-base-300'}`}>
        {message.words && (
          <p lang={languageTag(message.locale)} className="wrap-anywhere whitespace-pre-wrap">
            <MessageWords words={message.words} linked={message.linked} />
          </p>
        )}
        {message.file_type && <AttachedFile message={message} path={path} />}
      </div>
    </li>
  )
}
