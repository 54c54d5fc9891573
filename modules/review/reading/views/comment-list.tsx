import { useTranslations } from '#views/language.tsx'
import { StateWord, Tag } from '#views/parts.tsx'
import { COMMENT_LISTS, type CommentList as Listed } from '../../schema.ts'
import { type Comment, isOwn } from '../comment.ts'
import type { Reader } from '../reader.ts'
import type { Text } from '../reading.ts'
import { PlaceName } from './place-name.tsx'
import { Decisions, TONES } from './thread.tsx'

interface Props {
  comments: Comment[]
  reader: Reader
  text: Text
  /** A state, 'mine' or 'internal', or '' for all. */
  list: string
  /** The query string that selects the shown round. */
  query: string
}

/** All comments on the document, in the order of its clauses, to be handled one by one. */
export function CommentList({ comments, reader, text, list, query }: Props) {
  const t = useTranslations('review')
  const threads = comments.filter(({ parent_id }) => !parent_id)
  if (!threads.length) return null
  const positionById = new Map(text.rows.map(({ id }, index) => [id, index]))
  const rowAt = new Map(text.rows.map((row) => [row.id, row]))
  const isListed = (comment: Comment, filter: Listed) =>
    filter === 'mine'
      ? isOwn(comment, reader.author)
      : filter === 'internal'
        ? comment.internal
        : comment.state === filter
  const visible = threads
    .filter((comment) => !isList(list) || isListed(comment, list))
    .toSorted((a, b) => (positionById.get(a.place) ?? -1) - (positionById.get(b.place) ?? -1))
  return (
    <section
      className="mb-4 rounded-box border border-base-300 bg-base-100 p-4 print:hidden"
      data-walk={reader.mayDecide || undefined}
    >
      <h2 className="font-serif text-lg">{t('list.title', { count: threads.length })}</h2>
      <nav aria-label={t('list.filter')} className="my-2 flex flex-wrap gap-1.5">
        {(['', ...COMMENT_LISTS] as const).map((one) => {
          const count = one ? threads.filter((comment) => isListed(comment, one)).length : threads.length
          if (one && one !== list && !count) return null
          return (
            <a
              key={one}
              href={`${reader.page}?${query}${one ? `&list=${one}` : ''}`}
              aria-current={one === list ? 'true' : undefined}
              className={`btn btn-xs ${one === list ? 'btn-neutral' : 'btn-outline'}`}
            >
              {t(`list.${one || 'all'}`, { count })}
            </a>
          )
        })}
      </nav>
      {reader.mayDecide && !reader.mayInsert && threads.some(isOpenProposal) && (
        <p className="mb-1 text-base-content/75 text-sm">{t('list.takeLater')}</p>
      )}
      <ol className="divide-y divide-base-300">
        {visible.map((comment) => (
          <li key={comment.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm">
            <a
              id={`listed-${comment.id}`}
              className="link link-primary wrap-anywhere min-w-0 flex-1 scroll-mt-40 basis-60"
              href={`#said-${comment.id}`}
            >
              {rowAt.has(comment.place) && <PlaceName row={rowAt.get(comment.place)!} text={text} short />}{' '}
              {t('list.line', {
                author: comment.author,
                words: shortened(comment.words || comment.wording?.after || ''),
              })}
            </a>
            {comment.internal && <Tag accent>{t('internal')}</Tag>}
            <StateWord tone={TONES[comment.state]}>
              {t(`state.${comment.wording ? 'proposal' : 'comment'}.${comment.state}`)}
            </StateWord>
            {reader.mayDecide && <Decisions comment={comment} reader={reader} isInList />}
          </li>
        ))}
      </ol>
    </section>
  )
}

const isOpenProposal = ({ wording, state }: Comment) => wording !== null && state === 'open'

const isList = (text: string): text is Listed => COMMENT_LISTS.some((one) => one === text)

const shortened = (words: string) => (words.length > 60 ? `${words.slice(0, 60)}…` : words)
