import { type ComparedRow, isChanged } from '#assembly/compare/compare.ts'
import { ComparedPaper } from '#modules/documents/index.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import type { Comment } from '../comment.ts'
import type { Reader } from '../reader.ts'
import type { Text } from '../reading.ts'
import { PLACES_WITH_WORDING } from '../submit-comment.ts'
import { CommentFormPart, formLinkId, formOpen, type OpenForm } from './comment-form.tsx'
import { placeWords, sideFor } from './place-name.tsx'
import { Thread } from './thread.tsx'

interface Props {
  text: Text
  comments: Comment[]
  reader: Reader
  openForm: OpenForm | null
  /** Whether to show only the changes since the earlier version. */
  changesOnly: boolean
}

/** The document with the comments beside each clause, and links to add comments. */
export function ReviewPaper({ text, comments, reader, openForm, changesOnly }: Props) {
  const t = useTranslations('review')
  const answersTo = Map.groupBy(
    comments.filter(({ parent_id }) => parent_id),
    ({ parent_id }) => parent_id,
  )
  const threads = Map.groupBy(
    comments.filter(({ parent_id }) => !parent_id),
    ({ place }) => place,
  )
  const visible = changesOnly ? text.rows.filter((row) => isChanged(row) || threads.has(row.id)) : text.rows
  const places = new Set(text.rows.map(({ id }) => id))
  const unplaced = [...threads].filter(([place]) => !places.has(place)).flatMap(([, those]) => those)
  const renderForm = (form: OpenForm, row?: ComparedRow) => (
    <CommentFormPart
      form={form}
      reader={reader}
      languages={text.languages}
      sides={row && PLACES_WITH_WORDING.includes(row.kind) ? text.sides : []}
    />
  )
  const renderThread = (comment: Comment, row?: ComparedRow) => (
    <div key={comment.id}>
      <Thread
        comment={comment}
        answers={answersTo.get(comment.id) ?? []}
        reader={reader}
        text={text}
        row={row}
      />
      {openForm?.kind === 'reply' &&
        openForm.target === comment.id &&
        renderForm({ ...openForm, toInternal: comment.internal })}
    </div>
  )
  const renderBelow = (row: ComparedRow) => {
    const rowForm =
      openForm && openForm.kind !== 'reply' && openForm.target === row.id ? renderForm(openForm, row) : null
    const rowThreads = threads.get(row.id)
    if (!rowForm && !rowThreads) return null
    return (
      <div className="my-2 grid content-start gap-2 font-normal text-base xl:my-0">
        {rowForm}
        {rowThreads?.map((comment) => renderThread(comment, row))}
      </div>
    )
  }
  return (
    <>
      {unplaced.length > 0 && (
        <section className="review-column mb-4 grid gap-2 rounded-box border border-base-300 p-4">
          <h2 className="font-serif">{t('elsewhere')}</h2>
          {unplaced.map((comment) => renderThread(comment))}
        </section>
      )}
      <ComparedPaper
        rows={visible}
        sides={text.sides}
        languages={text.languages}
        margin={openForm !== null || comments.length > unplaced.length}
        controls={(row) =>
          reader.mayComment && row.change !== 'dropped' ? (
            <CommentLinks row={row} text={text} reader={reader} />
          ) : null
        }
        below={renderBelow}
      />
    </>
  )
}

/**
 * Links to comment on a part, or to propose another wording in one of its languages; shown on hover or
 * focus. On a phone there is a single link, whose form also offers the proposals.
 */
function CommentLinks({ row, text, reader }: { row: ComparedRow; text: Text; reader: Reader }) {
  const t = useTranslations('review')
  const locale = useLocale()
  if (row.kind === 'partyLine' || row.kind === 'signatureLine') return null
  const place = placeWords(row, sideFor(locale, text.sides), { short: true })
  const renderLink = (what: 'comment' | 'wording', side: 'zh' | 'en', words: string) => (
    <a
      key={`${what} ${side}`}
      id={formLinkId(what, row.id, side)}
      className={`link link-hover scroll-mt-48 py-1 ${what === 'wording' ? 'max-md:hidden' : ''}`}
      href={formOpen(reader, what, row.id, side)}
      aria-label={t('linkAt', { words, place })}
      data-quotes={what === 'wording' ? side : ''}
    >
      {row.kind === 'row' ? t('linkAt', { words, place }) : words}
    </a>
  )
  return (
    <>
      {renderLink('comment', 'zh', t('comment.add'))}
      {PLACES_WITH_WORDING.includes(row.kind) &&
        text.sides.map((side) =>
          renderLink('wording', side, t(text.sides.length > 1 ? `propose.${side}` : 'propose.only')),
        )}
    </>
  )
}
