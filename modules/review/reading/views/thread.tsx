import type { LanguageChoice, Side } from '#assembly/answers.ts'
import { compareWords } from '#assembly/compare/words.ts'
import { langOf, Pieces } from '#modules/printing/index.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { StateWord, Tag, type Tone } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { CommentState } from '../../schema.ts'
import type { Comment } from '../comment.ts'
import { formAt, type Reader } from '../reader.ts'
import { formOpen } from './comment-form.tsx'

export const TONES: Record<CommentState, Tone> = {
  open: 'warning',
  taken: 'success',
  declined: 'plain',
  settled: 'plain',
}

interface Props {
  comment: Comment
  answers: Comment[]
  reader: Reader
  languages: LanguageChoice
}

/** A comment or proposal with its answers and the possible actions. */
export function Thread({ comment, answers, reader, languages }: Props) {
  const t = useTranslations('review')
  const { id, wording, side, quote, state } = comment
  return (
    <div
      id={`said-${id}`}
      tabIndex={-1}
      className="scroll-mt-16 border-base-300 border-l-2 py-1 pl-3 font-sans text-sm target:border-primary"
    >
      <Head comment={comment}>
        <StateWord tone={TONES[state]}>{t(`state.${wording ? 'proposal' : 'comment'}.${state}`)}</StateWord>
      </Head>
      {quote && <blockquote className="wrap-anywhere my-1 text-base-content/75">“{quote}”</blockquote>}
      {wording && side && (
        <p lang={langOf(side, languages)} className="wrap-anywhere my-1 whitespace-pre-wrap font-serif">
          <Pieces pieces={changesIn(wording, side)} />
        </p>
      )}
      {comment.words && <p className="wrap-anywhere whitespace-pre-wrap">{comment.words}</p>}
      {answers.map((answer) => (
        <div key={answer.id} id={`said-${answer.id}`} className="mt-2 border-base-300 border-l pl-3">
          <Head comment={answer} />
          <p className="wrap-anywhere whitespace-pre-wrap">{answer.words}</p>
          <TakeBack comment={answer} answered={false} reader={reader} />
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
        <TakeBack comment={comment} answered={answers.length > 0} reader={reader} />
      </div>
    </div>
  )
}

const changesIn = ({ before, after }: { before: string; after: string }, side: Side) =>
  compareWords([{ kind: 'text', text: before }], [{ kind: 'text', text: after }], side)

function Head({ comment, children }: { comment: Comment; children?: React.ReactNode }) {
  const t = useTranslations('review')
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-base-content/75">
      <span className="font-semibold text-base-content">{comment.author}</span>
      <Moment at={comment.created_at} />
      <span>{t('roundNumber', { number: comment.round })}</span>
      {comment.internal && <Tag accent>{t('internal')}</Tag>}
      {children}
    </p>
  )
}

/** The buttons that decide a comment. */
export function Decisions({
  comment: { id, wording, state },
  reader,
  listed,
}: {
  comment: Comment
  reader: Reader
  /** In the list of all comments, to which the reader returns. */
  listed?: boolean
}) {
  const t = useTranslations('review.decide')
  if (state === 'taken') return null
  const ways: MessageKey<'review.decide'>[] =
    state !== 'open' ? ['open'] : wording ? ['taken', 'declined'] : ['settled']
  return (
    <form method="post" action={formAt(reader, `comments/${id}/decision`)} className="contents">
      {listed && <input type="hidden" name="from" value="listed" />}
      {ways.map((way) => (
        <button
          key={way}
          type="submit"
          name="state"
          value={way}
          className={`btn btn-xs ${way === 'taken' ? 'btn-primary' : 'btn-outline'}`}
        >
          {t(way)}
        </button>
      ))}
    </form>
  )
}

function TakeBack({ comment, answered, reader }: { comment: Comment; answered: boolean; reader: Reader }) {
  const t = useTranslations('review')
  const own = reader.author.accountId
    ? comment.account_id === reader.author.accountId
    : comment.reviewer_id === reader.author.reviewerId
  if (!own || answered || comment.state !== 'open' || !reader.mayComment) return null
  return (
    <form method="post" action={formAt(reader, `comments/${comment.id}/removal`)}>
      <button type="submit" className="link link-hover min-h-6 text-base-content/75">
        {t('takeBack')}
      </button>
    </form>
  )
}
