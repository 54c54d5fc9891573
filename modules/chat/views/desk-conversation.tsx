import type { ReactNode } from 'react'
import { type PlaceholderValues, ReplyPicker, type SavedReply } from '#modules/replies/index.ts'
import { isOverdue } from '#src/calendar/queue.ts'
import { languageTag } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { FormState } from '#src/http/body.ts'
import { OwnerBar } from '#views/desk/owner-bar.tsx'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { Dialog, opens, PageHead, Panel } from '#views/parts.tsx'
import { Due } from '#views/values/due.tsx'
import type { Conversation } from '../desk-chat.ts'
import type { MessageRange, Thread } from '../message.ts'
import { TalkField } from './message-field.tsx'
import { ThreadBox, ThreadPart } from './thread.tsx'

interface Props extends FormState, MessageRange {
  conversation: Conversation
  thread: Thread
  replies: SavedReply[]
  viewer: Viewer
  /** The completed action, from the address. */
  done?: string
  /** The colleague who handles the conversation; set if the answer was refused for this reason. */
  holder?: string
}

const HOME = '/desk/chat'

/** One conversation, with data about the customer beside it. */
export function DeskConversation(props: Props) {
  const { conversation } = props
  const t = useTranslations('chat.desk')
  const path = `${HOME}/${conversation.id}`
  return (
    <>
      <PageHead title={t('with', { name: conversation.customerName })}>
        <a className="btn btn-ghost" href={HOME}>
          {t('back')}
        </a>
      </PageHead>
      <HolderBar {...props} />
      <div className="grid items-start gap-4 xl:grid-cols-[1fr_25rem]">
        <Panel title={t('talk')}>
          <ThreadBox {...threadOf(props)} />
          <AnswerField {...props} />
        </Panel>
        <Panel title={t('account')}>
          <CustomerPart {...props} />
        </Panel>
      </div>
      <Dialog id={CLOSING} title={t('closeAsk', { name: conversation.customerName })}>
        <p>{t('closeMeaning')}</p>
        <form method="post" action={`${path}/closing`} className="modal-action">
          <button type="submit" className="btn btn-primary">
            {t('close')}
          </button>
        </form>
      </Dialog>
    </>
  )
}

const CLOSING = 'close-chat'

/** A part outside the messages that changes with them: a response with new messages also replaces it. */
const LivePart = ({ id, isNew, children }: { id: string; isNew?: boolean; children: ReactNode }) => (
  <div id={id} {...(isNew && { 'hx-swap-oob': 'outerMorph' })}>
    {children}
  </div>
)

type DeskProps = Pick<Props, 'conversation' | 'viewer' | 'done'> & { isNew?: boolean }

const HolderBar = ({ conversation, viewer, done, isNew }: DeskProps) => (
  <LivePart id="holder" isNew={isNew}>
    <OwnerBar
      at={`${HOME}/${conversation.id}`}
      item={conversation}
      viewerId={viewer.id}
      isOpen={conversation.state !== 'closed'}
      done={done}
    />
  </LivePart>
)

function CustomerPart(props: DeskProps) {
  const t = useTranslations('chat.desk')
  return (
    <LivePart id="customer" isNew={props.isNew}>
      <Facts facts={useFacts(props)} />
      {props.conversation.state !== 'closed' && (
        <button {...opens(CLOSING)} className="btn btn-outline btn-sm mt-3">
          {t('closeLink')}
        </button>
      )}
    </LivePart>
  )
}

/** The placeholders of a saved reply with their values. */
export const placeholderValues = (
  { customerName, teamName }: Conversation,
  { name }: Viewer,
): PlaceholderValues => ({
  name: customerName,
  team: teamName,
  staff: name,
})

type ThreadData = Pick<Props, 'conversation' | 'thread' | 'before' | 'from'>

const threadOf = ({ conversation: { id, read_seq }, thread, before, from }: ThreadData) => ({
  path: `${HOME}/${id}`,
  by: 'staff' as const,
  read: read_seq,
  thread,
  before,
  from,
})

/** The part of the page that htmx requests again. */
export const DeskPart = (props: ThreadData & DeskProps) => (
  <>
    <ThreadPart {...threadOf(props)} />
    {!props.before && (
      <>
        <HolderBar {...props} isNew />
        <CustomerPart {...props} isNew />
      </>
    )}
  </>
)

function AnswerField({ conversation, replies, viewer, values, problems, details, holder }: Props) {
  const t = useTranslations('chat.desk')
  const path = `${HOME}/${conversation.id}`
  const lang = languageTag(conversation.locale)
  const hint = t('answerHint', { language: t(`reads.${conversation.locale}`) })
  return (
    <>
      <div className="mt-4">
        <ReplyPicker
          replies={replies}
          form="message-form"
          field="words"
          action={`${path}/reply`}
          locale={conversation.locale}
          known={placeholderValues(conversation, viewer)}
          values={values}
          problems={problems}
        />
      </div>
      <TalkField
        action={`${path}/answer`}
        typing={`${path}/typing`}
        conversation={conversation.id}
        account={viewer.id}
        label={t('answer')}
        lang={lang}
        hint={hint}
        values={values}
        problems={problems}
        details={details}
        last={holder && <OwnerChoiceButtons holder={holder} />}
      />
    </>
  )
}

/**
 * Without script: the buttons to send an answer that was refused because this colleague handles the
 * conversation.
 */
function OwnerChoiceButtons({ holder }: { holder: string }) {
  const t = useTranslations('chat.island')
  return (
    <p className="mt-2 flex flex-wrap gap-2">
      <button type="submit" name="takeOver" value={holder} className="btn btn-outline">
        {t('takeOver')}
      </button>
      <button type="submit" name="beside" value={holder} className="btn btn-outline">
        {t('beside')}
      </button>
    </p>
  )
}

function useFacts({ conversation, viewer }: DeskProps) {
  const t = useTranslations('chat.desk')
  const tDue = useTranslations('calendar')('due')
  const { customerName, username, teamName, email, ownerName, state, account_id } = conversation
  const link = (
    <a className="link" href={`/desk/accounts/${account_id}`}>
      {t('openAccount')}
    </a>
  )
  return [
    { label: t('customer'), value: username ? `${customerName} (${username})` : customerName },
    { label: t('team'), value: teamName ?? t('visitor') },
    { label: t('email'), value: email },
    { label: t('stateLabel'), value: t(`state.${state}`) },
    { label: t('owner'), value: ownerName },
    { label: tDue, value: <Due at={conversation.due_at} overdue={isOverdue(conversation)} /> },
    { label: t('more'), value: account_id && viewer.permissions.includes('desk.accounts') && link },
  ]
}
