import type { ReactNode } from 'react'
import { assemble } from '#assembly/assemble.ts'
import { unsettledIn } from '#assembly/confirmation/confirmation.ts'
import type { Document } from '#modules/documents/index.ts'
import type { AppError } from '#src/core/errors.ts'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { FormProblem } from '#views/forms.tsx'
import { SentenceSpace, useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { Moment, momentText } from '#views/values/moment.tsx'
import type { Comment } from '../comment.ts'
import type { Reader } from '../reader.ts'
import type { Round, Text } from '../reading.ts'
import type { OpenForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import { EarlyReturn } from './early-return.tsx'
import { Keys } from './keys.tsx'
import { LivePage, type PollingAddress } from './progress-poll.tsx'
import { ChangesSwitch } from './review-page.tsx'
import { ReviewPaper } from './review-paper.tsx'
import { Summary } from './summary.tsx'
import { Turns } from './turns.tsx'

interface Props {
  name: 'review-doc' | 'refund-doc'
  document: Document
  round: Round
  rounds: Round[]
  reader: Reader
  text: Text
  comparedRound?: number
  changesOnly: boolean
  comments: Comment[]
  openForm: OpenForm | null
  /** The state filter of the list of comments. */
  list: string
  news: PollingAddress | null
  /** The error of the last action. */
  refused?: AppError
}

/** A review for its sender: who has answered, the comments, and the possible actions. */
export function SenderPage(props: Props) {
  const {
    name,
    document,
    round,
    rounds,
    reader,
    text,
    comparedRound,
    changesOnly,
    comments,
    openForm,
    list,
  } = props
  const { news, refused } = props
  const t = useTranslations('review')
  const doubtCount = document.status === 'approved' ? unsettledIn(assemble(document)).length : 0
  const query = round.number === rounds[0]!.number ? '' : `round=${round.number}`
  return (
    <LivePage news={news}>
      <div className="mx-auto max-w-6xl">
        <Head document={document} name={name} doubtCount={doubtCount} round={rounds[0]!} />
        <FormProblem problem={refused?.words} values={refused?.details} />
        <RoundStateLine round={round}>
          {round.number === rounds[0]!.number && (
            <NextStep round={round} status={document.status} doubtCount={doubtCount} />
          )}
        </RoundStateLine>
        <EarlyReturn round={round} documentId={document.id} />
        <Rounds rounds={rounds} current={round} page={reader.page} />
        <Turns round={round} documentId={document.id} />
        {reader.mayComment && (
          <p className="my-3 max-w-prose text-base-content/75 text-sm print:hidden">
            {t(reader.outsiders.length ? 'whoReads.team' : 'whoReads.alone')}
          </p>
        )}
        <Keys mayDecide={reader.mayDecide && comments.length > 0} />
        <CommentList comments={comments} reader={reader} text={text} list={list} query={query} />
        {comparedRound !== undefined && (
          <>
            <Summary text={text} comparedRound={comparedRound} page={`${reader.page}?${query}`} />
            <ChangesSwitch page={reader.page} changesOnly={changesOnly} query={query} />
          </>
        )}
        <ReviewPaper
          text={text}
          comments={comments}
          reader={reader}
          openForm={openForm}
          changesOnly={changesOnly}
        />
        <ActionPlace />
      </div>
    </LivePage>
  )
}

function Head({
  document: { id, name, number, status },
  round,
  name: pageName,
  doubtCount,
}: {
  document: Document
  round: Round
  name: Props['name']
  doubtCount: number
}) {
  const t = useTranslations('review')
  const mayWrite = useMay('document.create')
  const mayFinalise = useMay('document.finalise') && status === 'approved' && doubtCount === 0
  const isDone = status === 'returned' || status === 'approved'
  return (
    <PageHead title={t(pageName === 'refund-doc' ? 'returned' : 'progress')} lead={`${name} · ${number}`}>
      {mayFinalise && (
        <ActionLink href={`/mgmt/${id}/finalisation`} className="btn btn-primary">
          {t('finalise')}
        </ActionLink>
      )}
      {mayWrite && isDone && (
        <form method="post" action={`/mgmt/${id}/reopening`}>
          <button
            type="submit"
            className={`btn ${status === 'returned' || doubtCount > 0 ? 'btn-primary' : 'btn-outline'}`}
          >
            {t(status === 'returned' ? 'editAndSend' : 'editAgain')}
          </button>
        </form>
      )}
      {mayWrite && status === 'draft' && (
        <a href={`/mgmt/${id}/edit-doc`} className="btn btn-primary">
          {t('toDraft')}
        </a>
      )}
      {mayWrite && status === 'draft' && (
        <a href={`/mgmt/${id}/invite-review`} className="btn btn-outline">
          {t('sendAgain')}
        </a>
      )}
      {mayWrite && status === 'in_review' && (
        <form method="post" action={`/mgmt/${id}/review-withdrawal`}>
          <button type="submit" className="btn btn-outline">
            {t('withdraw')}
          </button>
        </form>
      )}
      {round.number > 1 && (
        <a href={`/mgmt/${id}/comparison`} className="btn btn-ghost">
          {t('compare')}
        </a>
      )}
      <a href={`/mgmt/${id}/risks`} className="btn btn-ghost">
        {t('risks')}
      </a>
      <a href={`/mgmt/${id}/view-doc`} className="btn btn-ghost">
        {t('viewDocument')}
      </a>
    </PageHead>
  )
}

interface NextProps {
  round: Round
  status: Document['status']
  doubtCount: number
}

/** The next step after all reviewers have accepted, or one has returned the document. */
function NextStep({ round, status, doubtCount }: NextProps) {
  const t = useTranslations('review')
  if (round.state === 'returned' && (status === 'returned' || status === 'draft')) return t('toRevise')
  if (status !== 'approved') return null
  return doubtCount > 0 ? t('toSettle', { count: doubtCount }) : t('toFinalise')
}

/** The state of a round in words. */
function RoundStateLine({ round, children }: { round: Round; children: ReactNode }) {
  const t = useTranslations('review')
  const { state, turns, due_at, ended_at, note } = round
  const answeredCount = turns.filter((one) => one.state === 'accepted' || one.state === 'returned').length
  return (
    <div className="mb-3">
      <p role="status">
        {t(`standing.${state}`, { done: answeredCount, all: turns.length, due: momentText(due_at) })}
        <SentenceSpace />
        {children}
      </p>
      <p className="text-base-content/75 text-sm">
        {t('startedBy', { name: round.starter_name, at: momentText(round.started_at) })}
        <SentenceSpace />
        {ended_at && (
          <>
            {t('endedAt')} <Moment at={ended_at} />
          </>
        )}
      </p>
      {note && (
        <blockquote className="wrap-anywhere my-2 whitespace-pre-wrap border-base-300 border-l-2 pl-3">
          {note}
        </blockquote>
      )}
    </div>
  )
}

/** The rounds as tabs, latest first. */
function Rounds({ rounds, current, page }: { rounds: Round[]; current: Round; page: string }) {
  const t = useTranslations('review')
  if (rounds.length < 2) return null
  return (
    <nav aria-label={t('rounds')} className="mb-4 flex flex-wrap gap-1.5">
      {rounds.map((round) => (
        <a
          key={round.id}
          href={round.number === rounds[0]!.number ? page : `${page}?round=${round.number}`}
          aria-current={round.number === current.number ? 'page' : undefined}
          className={`btn btn-sm ${round.number === current.number ? 'btn-neutral' : 'btn-outline'}`}
        >
          {t('roundNumber', { number: round.number })}
        </a>
      ))}
    </nav>
  )
}
