import { RiskSummary } from '#modules/documents/index.ts'
import { ActionPlace } from '#views/action-link.tsx'
import { SentenceSpace, useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'
import { useSenderWords } from '#views/values/sender.ts'
import { LogoutForm } from '../../entrance/views/end-pages.tsx'
import { MAX_ROUNDS, type Turn } from '../../review-step.ts'
import type { Comment } from '../comment.ts'
import type { Reader } from '../reader.ts'
import type { Text } from '../reading.ts'
import type { OpenForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import { Keys } from './keys.tsx'
import { OutcomeLinks } from './outcome-pages.tsx'
import { LivePage, type PollingAddress } from './progress-poll.tsx'
import { ReviewPaper } from './review-paper.tsx'
import { Summary } from './summary.tsx'

interface Props {
  turn: Turn
  /** Number of requests to the reviewer, including this one. */
  requestCount: number
  reader: Reader
  text: Text
  /** Number of the round with which the text is compared. */
  comparedRound?: number
  changesOnly: boolean
  comments: Comment[]
  openForm: OpenForm | null
  /** The filter of the list of comments. */
  list: string
  news: PollingAddress | null
}

/** A reviewer's page: the request, the document with comments, and the two possible answers. */
export function ReviewPage(props: Props) {
  const { turn, requestCount, reader, text, comparedRound, changesOnly, comments, openForm, list, news } =
    props
  const t = useTranslations('review')
  const facts = { ...useSenderWords(turn), due: momentText(turn.due_at) }
  return (
    <LivePage news={news}>
      <div className="review-column">
        <PageHead title={turn.document_name} lead={`${turn.document_number}`}>
          <a href="#outcome" className="btn btn-primary">
            {t('toOutcome')}
          </a>
        </PageHead>
        <p className="max-w-prose">{t('askedBy', facts)}</p>
        <p className="max-w-prose text-base-content/75 text-sm">
          {t('roundOf', { number: requestCount, max: MAX_ROUNDS })}
          <SentenceSpace />
          {t('until', facts)}
        </p>
        {turn.note && (
          <blockquote className="wrap-anywhere my-3 whitespace-pre-wrap border-primary border-l-2 pl-3">
            {turn.note}
          </blockquote>
        )}
        <p className="my-3 max-w-prose text-base-content/75 text-sm">
          {t('howTo')}
          <SentenceSpace />
          {t(
            !reader.mayBeInternal
              ? 'whoReads.outside'
              : reader.outsiders.length
                ? 'whoReads.team'
                : 'whoReads.alone',
          )}
        </p>
        <Keys mayDecide={false} />
        {reader.mayBeInternal && (
          <details className="my-3 rounded-box border border-base-300 bg-base-100 px-4 py-2">
            <summary className="cursor-pointer font-medium">{t('risks')}</summary>
            <div className="mt-3">
              <RiskSummary source={text.source} />
            </div>
          </details>
        )}
      </div>
      {comparedRound !== undefined && (
        <>
          <Summary text={text} comparedRound={comparedRound} page={reader.page} />
          <ChangesSwitch page={reader.page} changesOnly={changesOnly} />
        </>
      )}
      <div className="review-column">
        <CommentList
          comments={comments}
          reader={reader}
          text={text}
          list={list}
          query={changesOnly ? 'show=changes' : ''}
        />
      </div>
      <ReviewPaper
        text={text}
        comments={comments}
        reader={reader}
        openForm={openForm}
        changesOnly={changesOnly}
      />
      <OutcomeLinks reader={reader} />
      {turn.kind === 'external' && (
        <div className="review-column print:hidden">
          <LogoutForm reviewerId={turn.reviewer_id} />
        </div>
      )}
      {reader.mayBeInternal && <ActionPlace />}
    </LivePage>
  )
}

/** Switches between the whole document and only the changes. */
export function ChangesSwitch({
  page,
  changesOnly,
  query = '',
}: {
  page: string
  changesOnly: boolean
  query?: string
}) {
  const t = useTranslations('review')
  const views = [
    { path: `${page}?${query}`, words: t('whole'), current: !changesOnly },
    { path: `${page}?${query}&show=changes`, words: t('changesOnly'), current: changesOnly },
  ]
  return (
    <nav aria-label={t('show')} className="review-column mb-3 flex gap-2 print:hidden">
      {views.map(({ path, words, current }) => (
        <a
          key={words}
          href={path}
          aria-current={current ? 'true' : undefined}
          className={`btn btn-sm ${current ? 'btn-neutral' : 'btn-outline'}`}
        >
          {words}
        </a>
      ))}
    </nav>
  )
}
