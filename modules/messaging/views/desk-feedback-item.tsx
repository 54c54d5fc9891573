import { type PlaceholderValues, ReplyPicker, type SavedReply } from '#modules/replies/index.ts'
import { isOverdue } from '#src/calendar/queue.ts'
import { languageTag } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { FormState } from '#src/http/body.ts'
import { OwnerBar } from '#views/desk/owner-bar.tsx'
import { Facts } from '#views/facts.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Due } from '#views/values/due.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { actionsOnFeedback, findFeedback } from '../desk-feedback.ts'
import { numberOf } from '../feedback.ts'
import { AnswerForm, CloseForm, NoteForm, ReopenForm } from './desk-feedback-forms.tsx'
import { FeedbackStateWord } from './feedback-state-word.tsx'

type Feedback = Awaited<ReturnType<typeof findFeedback>>
type Actions = Awaited<ReturnType<typeof actionsOnFeedback>>

interface Props extends FormState {
  feedback: Feedback
  actions: Actions
  replies: SavedReply[]
  viewer: Viewer
  /** The completed action, from the address. */
  done?: string
}

/** Whether the message about the action in the address still agrees with the state of the feedback. */
const IS_STILL_TRUE: Record<
  MessageKey<'messaging.desk.done'>,
  (feedback: Feedback, viewer: Viewer) => boolean
> = {
  note: () => true,
  answer: ({ state }) => state === 'answered',
  interim: ({ state }) => state === 'open',
  close: ({ state }) => state === 'closed',
  reopen: ({ state }) => state === 'open',
}

/** The values for placeholders of a saved reply. */
export const placeholderValues = (
  { id, customerName, teamName }: Feedback,
  { name }: Viewer,
): PlaceholderValues => ({
  name: customerName,
  team: teamName,
  number: numberOf(id),
  staff: name,
})

export function DeskFeedbackItem({ feedback, actions, replies, viewer, done, ...formState }: Props) {
  const t = useTranslations('messaging.desk')
  const action = Object.keys(IS_STILL_TRUE).find((one) => one === done) as
    | keyof typeof IS_STILL_TRUE
    | undefined
  const isOpenFeedback = feedback.state === 'open'
  const form = { feedback, actions, ...formState }
  return (
    <>
      <PageHead title={t('itemTitle', { number: numberOf(feedback.id) })}>
        <a className="btn btn-ghost" href="/desk/feedback">
          {t('back')}
        </a>
      </PageHead>
      <OwnerBar
        at={`/desk/feedback/${feedback.id}`}
        item={feedback}
        viewerId={viewer.id}
        isOpen={isOpenFeedback}
        done={done}
      />
      {action && IS_STILL_TRUE[action](feedback, viewer) && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`done.${action}`)}
        </p>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('question')}>
          <p className="wrap-anywhere mb-4 whitespace-pre-wrap" lang={languageTag(feedback.locale)}>
            {feedback.question}
          </p>
          <Facts facts={useFacts(feedback, viewer)} />
          <div className="mt-3 flex flex-wrap gap-2">
            {!isOpenFeedback && <ReopenForm id={feedback.id} />}
          </div>
        </Panel>
        {(isOpenFeedback || formState.problems?.answer) && (
          <Panel title={t('answerTitle')}>
            <ReplyPicker
              replies={replies}
              form="answer-form"
              field="answer"
              action={`/desk/feedback/${feedback.id}/reply`}
              locale={feedback.locale}
              known={placeholderValues(feedback, viewer)}
              {...formState}
            />
            <AnswerForm {...form} />
          </Panel>
        )}
        <Panel title={t('history')}>
          <History actions={actions} />
          <NoteForm {...form} />
        </Panel>
        {(isOpenFeedback || formState.problems?.ground) && (
          <Panel title={t('closeTitle')}>
            <CloseForm {...form} />
          </Panel>
        )}
      </div>
    </>
  )
}

function useFacts(feedback: Feedback, viewer: Viewer) {
  const t = useTranslations('messaging.desk')
  const dueLabel = useTranslations('calendar')('due')
  const { id, account_id: account, attachment } = feedback
  const mayOpen = viewer.permissions.includes('desk.accounts')
  return [
    { label: t('stateLabel'), value: <FeedbackStateWord state={feedback.state} /> },
    { label: t('owner'), value: feedback.ownerName },
    { label: t('time'), value: <Moment at={feedback.created_at} /> },
    ...(feedback.state === 'open'
      ? [{ label: dueLabel, value: <Due at={feedback.due_at} overdue={isOverdue(feedback)} /> }]
      : []),
    { label: t('email'), value: feedback.email },
    {
      label: t('account'),
      value: account && mayOpen && <DataLink href={`/desk/accounts/${account}`} label={t('openAccount')} />,
    },
    {
      label: t('attachment'),
      value: attachment && <DataLink href={`/desk/feedback/${id}/attachment`} label={t('open')} />,
    },
  ]
}

function DataLink({ href, label }: { href: string; label: string }) {
  return (
    <a className="link" href={href}>
      {label}
    </a>
  )
}

function History({ actions }: { actions: Actions }) {
  const t = useTranslations('messaging.desk')
  if (!actions.length) return <p className="mb-3 text-base-content/75">{t('noHistory')}</p>
  return (
    <ol className="mb-3 divide-y divide-base-300">
      {actions.map((row) => (
        <li key={row.id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{t(`action.${row.action}`)}</span>
            <span className="text-base-content/75 text-sm">
              {row.staffName ?? '–'} · <Moment at={row.at} />
            </span>
          </p>
          {row.words && <p className="wrap-anywhere whitespace-pre-wrap text-sm">{row.words}</p>}
        </li>
      ))}
    </ol>
  )
}
