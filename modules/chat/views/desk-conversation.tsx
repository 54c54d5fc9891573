import { type Known, ReplyPicker, type SavedReply } from '#modules/replies/index.ts'
import { isOverdue } from '#src/calendar/queue.ts'
import { languageTag } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { FormState } from '#src/http/body.ts'
import { OwnerBar } from '#views/desk/owner-bar.tsx'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
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
}

const HOME = '/desk/chat'

/** One conversation, with data about the customer beside it. */
export function DeskConversation(props: Props) {
  const { conversation, viewer } = props
  const t = useTranslations('chat.desk')
  const at = `${HOME}/${conversation.id}`
  return (
    <>
      <PageHead title={t('with', { name: conversation.customerName })}>
        <a className="btn btn-ghost" href={HOME}>
          {t('back')}
        </a>
      </PageHead>
      <OwnerBar
        at={at}
        item={conversation}
        viewerId={viewer.id}
        open={conversation.state !== 'closed'}
        done={props.done}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[1fr_25rem]">
        <Panel title={t('talk')}>
          <ThreadBox {...threadOf(props)} />
          <AnswerField {...props} />
        </Panel>
        <Panel title={t('account')}>
          <Facts facts={useFacts(props)} />
          <div className="mt-3 flex flex-wrap gap-2">
            {conversation.state !== 'closed' && (
              <form method="post" action={`${at}/closing`}>
                <button type="submit" className="btn btn-outline btn-sm">
                  {t('close')}
                </button>
              </form>
            )}
          </div>
        </Panel>
      </div>
    </>
  )
}

/** What a saved reply can say about it. */
export const knownOf = ({ customerName, teamName }: Conversation, { name }: Viewer): Known => ({
  name: customerName,
  team: teamName,
  staff: name,
})

type DeskPartProps = Pick<Props, 'conversation' | 'thread' | 'before' | 'from'>

const threadOf = ({ conversation: { id, read_seq }, thread, before, from }: DeskPartProps) => ({
  path: `${HOME}/${id}`,
  by: 'staff' as const,
  read: read_seq,
  thread,
  before,
  from,
})

/** The part of the page that htmx requests again. */
export const DeskPart = (props: DeskPartProps) => <ThreadPart {...threadOf(props)} />

function AnswerField({ conversation, replies, viewer, values, problems }: Props) {
  const t = useTranslations('chat.desk')
  const at = `${HOME}/${conversation.id}`
  const lang = languageTag(conversation.locale)
  const hint = t('answerHint', { language: t(`reads.${conversation.locale}`) })
  return (
    <>
      <div className="mt-4">
        <ReplyPicker
          replies={replies}
          form="message-form"
          field="words"
          action={`${at}/reply`}
          locale={conversation.locale}
          known={knownOf(conversation, viewer)}
          values={values}
          problems={problems}
        />
      </div>
      <TalkField
        action={`${at}/answer`}
        typing={`${at}/typing`}
        conversation={conversation.id}
        account={viewer.id}
        label={t('answer')}
        lang={lang}
        hint={hint}
        values={values}
        problems={problems}
      />
    </>
  )
}

function useFacts({ conversation, viewer }: Props) {
  const t = useTranslations('chat.desk')
  const due = useTranslations('calendar')('due')
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
    { label: due, value: <Due at={conversation.due_at} overdue={isOverdue(conversation)} /> },
    { label: t('more'), value: account_id && viewer.permissions.includes('desk.accounts') && link },
  ]
}
