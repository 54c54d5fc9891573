import { useTranslations } from '#views/language.tsx'
import { Tag } from '#views/parts.tsx'
import { Moment, momentText } from '#views/values/moment.tsx'
import type { ListedVersion } from '../find-version.ts'

type VersionFields = Pick<
  ListedVersion,
  'cause' | 'reached' | 'isCurrent' | 'author' | 'begun_at' | 'saved_at' | 'number'
>

/** The time when the version was written: from its first save to its last. */
export function WrittenAt({ begun_at, saved_at }: VersionFields) {
  const begunAt = momentText(begun_at)
  const savedAt = momentText(saved_at)
  if (begunAt === savedAt) return <Moment at={saved_at} />
  const sameDay = begunAt.slice(0, 10) === savedAt.slice(0, 10)
  return (
    <span className="tabular-nums">
      <Moment at={begun_at} />
      {' – '}
      <time dateTime={saved_at.toISOString()} className="whitespace-nowrap">
        {sameDay ? savedAt.slice(11) : savedAt}
      </time>
    </span>
  )
}

/** The version's cause, and the furthest state that it reached. */
export function CauseLine({ cause, reached, isCurrent }: VersionFields) {
  const t = useTranslations('documents.versions')
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {t(`cause.${cause}`)}
      {reached && <Tag accent>{t(`reached.${reached}`)}</Tag>}
      {isCurrent && <Tag>{t('present')}</Tag>}
    </span>
  )
}

export function Author({ author }: VersionFields) {
  const t = useTranslations('documents.versions')
  return author || t('nobody')
}
