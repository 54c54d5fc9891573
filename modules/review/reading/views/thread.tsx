import type { Side } from '#assembly/answers.ts'
import type { ComparedRow } from '#assembly/compare/compare.ts'
import { compareWords } from '#assembly/compare/words.ts'
import { langOf, Pieces } from '#modules/printing/index.ts'
import { ActionLink } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { StateWord, Tag, type Tone } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { CommentState } from '../../schema.ts'
import { type Comment, isOwn } from '../comment.ts'
import { stillFits } from '../quotes.ts'
import { formAt, type Reader } from '../reader.ts'
import type { Text } from '../reading.ts'
import { formOpen } from './comment-form.tsx'

export const TONES: Record<CommentState, Tone> = {
  open: 'warning',
  taken: 'success',
  declined: 'plain',
  settled: 'plain',
}

/** The look of internal comments, in addition to their tag. */
const INTERNAL = 'border-accent/60 border-dashed bg-accent/5'

interface Props {
  comment: Comment
  answers: Comment[]
  reader: Reader
  text: Pick<Text, 'languages' | 'sides'>
  /** The clause as shown; undefined if it no longer exists. */
  row?: ComparedRow
}

/** A comment or proposal with its answers and the possible actions. */
export function Thread({ comment, answers, reader, text, row }: Props) {
  const t = useTranslations('review')
  const { id, wording, side, quote, state } = comment
  return (
    <div
      id={`said-${id}`}
      tabIndex={-1}
      className={`group/thread scroll-mt-40 rounded-box border border-l-4 p-2 font-sans text-sm target:border-primary ${comment.internal ? INTERNAL : 'border-base-300 bg-base-100'}`}
    >
      <CommentHead comment={comment}>
        <StateWord tone={TONES[state]}>{t(`state.${wording ? 'proposal' : 'comment'}.${state}`)}</StateWord>
      </CommentHead>
      {quote && <blockquote className="wrap-anywhere my-1 text-base-content/75">“{quote}”</blockquote>}
      {row && !stillFits(comment, row, text.sides) && (
        <p className="my-1 flex items-start gap-1 text-xs">
          <Icon name="warning" className="mt-0.5 size-4 shrink-0 text-warning" />
          {t(wording ? 'changedSince.proposal' : 'changedSince.quote')}
        </p>
      )}
      {wording && side && (
        <p lang={langOf(side, text.languages)} className="wrap-anywhere my-1 whitespace-pre-wrap font-serif">
          <Pieces pieces={changesIn(wording, side)} />
        </p>
      )}
      {comment.words && <p className="wrap-anywhere whitespace-pre-wrap">{comment.words}</p>}
      {answers.map((answer) => (
        <div
          key={answer.id}
          id={`said-${answer.id}`}
          className={`group/answer mt-2 border-l-2 pl-2 ${answer.internal ? INTERNAL : 'border-base-300'}`}
        >
          <CommentHead comment={answer} />
          <p className="wrap-anywhere whitespace-pre-wrap">{answer.words}</p>
          <OwnActions comment={answer} answered={false} reader={reader} parent={comment} />
        </div>
      ))}
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        {reader.mayComment && (
          <a
            id={`reply-${id}`}
            className="link link-primary scroll-mt-40 py-0.5"
            href={formOpen(reader, 'reply', id, 'zh')}
          >
            {t('reply')}
          </a>
        )}
        {reader.mayDecide && <Decisions comment={comment} reader={reader} />}
        <OwnActions comment={comment} answered={answers.length > 0} reader={reader} />
      </div>
    </div>
  )
}

const changesIn = ({ before, after }: { before: string; after: string }, side: Side) =>
  compareWords([{ kind: 'text', text: before }], [{ kind: 'text', text: after }], side)

function CommentHead({ comment, children }: { comment: Comment; children?: React.ReactNode }) {
  const t = useTranslations('review')
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-base-content/75">
      <span className="font-semibold text-base-content">{comment.author}</span>
      <Moment at={comment.created_at} />
      <span>{t('roundNumber', { number: comment.round })}</span>
      {comment.internal && (
        <Tag accent>
          <Icon name="key" className="mr-1 inline size-3 align-[-1px]" />
          {t('internal')}
        </Tag>
      )}
      {children}
    </p>
  )
}

/** The buttons that decide a comment. */
export function Decisions({
  comment: { id, wording, state },
  reader,
  isInList,
}: {
  comment: Comment
  reader: Reader
  /** Whether the buttons are in the list of all comments, to which the reader returns. */
  isInList?: boolean
}) {
  const t = useTranslations('review.decide')
  if (state === 'taken') return null
  const decisions: MessageKey<'review.decide'>[] =
    state !== 'open'
      ? ['open']
      : wording
        ? [...(reader.mayInsert ? (['taken'] as const) : []), 'declined']
        : ['settled']
  return (
    <form method="post" action={formAt(reader, `comments/${id}/decision`)} className="contents">
      {isInList && <input type="hidden" name="from" value="listed" />}
      {decisions.map((decision) => (
        <button
          key={decision}
          type="submit"
          name="state"
          value={decision}
          className={`btn btn-xs ${decision === 'taken' ? 'btn-primary' : 'btn-outline'}`}
        >
          {t(decision)}
        </button>
      ))}
    </form>
  )
}

interface OwnActionsProps {
  comment: Comment
  answered: boolean
  reader: Reader
  /** The comment that this one answers. */
  parent?: Comment
}

/** The author's actions on their comment: show it to everyone, keep it internal, withdraw it. */
function OwnActions({ comment, answered, reader, parent }: OwnActionsProps) {
  const t = useTranslations('review')
  const { id, internal, state } = comment
  if (!isOwn(comment, reader.author) || !reader.mayComment) return null
  const look = 'link link-hover min-h-6 text-base-content/75'
  const share = formAt(reader, `comments/${id}/sharing`)
  return (
    <div className="flex flex-wrap gap-x-3 text-xs">
      {internal && !parent?.internal && (
        <ActionLink href={share} className={`${look} py-0.5`}>
          {t('share.open')}
        </ActionLink>
      )}
      {!internal && reader.mayBeInternal && reader.outsiders.length === 0 && !parent?.internal && (
        <form method="post" action={formAt(reader, `comments/${id}/internal`)}>
          <button type="submit" className={look}>
            {t('share.undo')}
          </button>
        </form>
      )}
      {!answered && state === 'open' && (
        <form method="post" action={formAt(reader, `comments/${id}/removal`)}>
          <button type="submit" className={look}>
            {t('takeBack')}
          </button>
        </form>
      )}
    </div>
  )
}
