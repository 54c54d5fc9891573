import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Comment } from '../comment.ts'
import { formAt, type Reader } from '../reader.ts'
import { namesOf } from './comment-form.tsx'

interface Props {
  comment: Omit<Comment, 'round'>
  reader: Reader
  /** The page to which Cancel leads. */
  cancel: string
}

/** Confirms that an internal comment becomes visible to everyone, and lists its readers. */
export function ShareForm({ comment, reader, cancel }: Props) {
  const t = useTranslations('review.share')
  const and = useTranslations('review.audience')('and')
  const { outsiders } = reader
  return (
    <ActionForm
      id="share-form"
      action={formAt(reader, `comments/${comment.id}/sharing`)}
      submit={t('submit')}
      cancel={cancel}
    >
      {[comment.quote && `“${comment.quote}”`, comment.wording?.after, comment.words]
        .filter((words) => words)
        .map((words) => (
          <blockquote
            key={words}
            className="wrap-anywhere mb-2 max-h-40 overflow-y-auto whitespace-pre-wrap border-base-300 border-l-2 pl-3"
          >
            {words}
          </blockquote>
        ))}
      <p className="wrap-anywhere">
        {outsiders.length ? t('text', { names: namesOf(outsiders, and) }) : t('textLater')}
      </p>
    </ActionForm>
  )
}
