import { type ComparedRow, isChanged } from '#assembly/compare/compare.ts'
import { ComparedPaper } from '#modules/documents/index.ts'
import { useTranslations } from '#views/language.tsx'
import type { Comment } from '../comment.ts'
import type { Reader } from '../reader.ts'
import type { Text } from '../reading.ts'
import { PLACES_WITH_WORDING } from '../submit-comment.ts'
import { CommentFormPart, formLinkId, formOpen, type OpenForm } from './comment-form.tsx'
import { Thread } from './thread.tsx'

interface Props {
  text: Text
  comments: Comment[]
  reader: Reader
  doing: OpenForm | null
  /** Only the changes since the earlier version. */
  changesOnly: boolean
}

/** The document with the comments at each place, and links to add some. */
export function ReviewPaper({ text, comments, reader, doing, changesOnly }: Props) {
  const t = useTranslations('review')
  const answersTo = Map.groupBy(
    comments.filter(({ parent_id }) => parent_id),
    ({ parent_id }) => parent_id,
  )
  const threads = Map.groupBy(
    comments.filter(({ parent_id }) => !parent_id),
    ({ place }) => place,
  )
  const shown = changesOnly ? text.rows.filter((row) => isChanged(row) || threads.has(row.id)) : text.rows
  const places = new Set(text.rows.map(({ id }) => id))
  const elsewhere = [...threads].filter(([place]) => !places.has(place)).flatMap(([, those]) => those)
  const thread = (comment: Comment) => (
    <div key={comment.id}>
      <Thread
        comment={comment}
        answers={answersTo.get(comment.id) ?? []}
        reader={reader}
        languages={text.languages}
      />
      {doing?.what === 'reply' && doing.at === comment.id && (
        <CommentFormPart doing={doing} reader={reader} languages={text.languages} />
      )}
    </div>
  )
  return (
    <>
      {elsewhere.length > 0 && (
        <section className="mx-auto mb-4 grid max-w-4xl gap-2 rounded-box border border-base-300 p-4">
          <h2 className="font-serif">{t('elsewhere')}</h2>
          {elsewhere.map(thread)}
        </section>
      )}
      <ComparedPaper
        rows={shown}
        sides={text.sides}
        languages={text.languages}
        below={(row) => (
          <>
            {reader.mayComment && row.change !== 'dropped' && (
              <CommentLinks row={row} text={text} reader={reader} />
            )}
            {doing && doing.what !== 'reply' && doing.at === row.id && (
              <CommentFormPart doing={doing} reader={reader} languages={text.languages} />
            )}
            {threads.has(row.id) && <div className="my-2 grid gap-2">{threads.get(row.id)!.map(thread)}</div>}
          </>
        )}
      />
    </>
  )
}

/** Links to comment on a place, or to propose another text in one of its languages. */
function CommentLinks({ row, text, reader }: { row: ComparedRow; text: Text; reader: Reader }) {
  const t = useTranslations('review')
  if (row.kind === 'partyLine' || row.kind === 'signatureLine') return null
  const look = 'link link-hover scroll-mt-48 py-1 text-base-content/75'
  return (
    <p className="flex flex-wrap gap-x-3 font-sans text-xs print:hidden">
      <a
        id={formLinkId('comment', row.id, 'zh')}
        className={look}
        href={formOpen(reader, 'comment', row.id, 'zh')}
        data-quotes
      >
        {t('comment.add')}
      </a>
      {PLACES_WITH_WORDING.includes(row.kind) &&
        text.sides.map((side) => (
          <a
            key={side}
            id={formLinkId('wording', row.id, side)}
            className={look}
            href={formOpen(reader, 'wording', row.id, side)}
          >
            {t(text.sides.length > 1 ? `propose.${side}` : 'propose.only')}
          </a>
        ))}
    </p>
  )
}
