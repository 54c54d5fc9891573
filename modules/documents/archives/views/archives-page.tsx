import { DAY } from '#src/core/clock.ts'
import type { AppError } from '#src/core/errors.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'
import { Size } from '#views/values/size.tsx'
import { type Archive, LIMITS } from '../archive.ts'

/** The viewer's archives of the last day: their progress and downloads. */
export function ArchivesPage({ archives, problem }: { archives: Archive[]; problem?: AppError }) {
  const t = useTranslations('documents.archive')
  const translateAny = useTranslations()
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={t('title')} lead={t('lead', LIMITS)} />
      {problem && (
        <p role="alert" className="alert alert-error alert-soft mb-4">
          {translateAny(problem.words, problem.details)}
        </p>
      )}
      <ArchiveList archives={archives} />
      <a href="/mgmt/my-docs" className="btn btn-outline mt-4">
        {t('back')}
      </a>
    </div>
  )
}

/** The list, updated every second while an archive is being made. */
export function ArchiveList({ archives }: { archives: Archive[] }) {
  const t = useTranslations('documents.archive')
  const refreshAttributes = archives.some(({ state }) => state === 'making') && {
    'hx-get': '/mgmt/archives',
    'hx-trigger': 'every 1s',
    'hx-swap': 'outerMorph',
  }
  return (
    <div id="archives" {...refreshAttributes}>
      {archives.length === 0 && <p className={CARD}>{t('none')}</p>}
      <ul className="grid gap-4">
        {archives.map((archive) => (
          <li key={archive.id} id={`archive-${archive.id}`} className={CARD}>
            {archive.state === 'making' ? (
              <RunningArchive archive={archive} />
            ) : (
              <ReadyArchive archive={archive} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const CARD = 'rounded-box border border-base-300 bg-base-100 p-5'

function RunningArchive({ archive: { id, done, total, created_at } }: { archive: Archive }) {
  const t = useTranslations('documents.archive')
  return (
    <>
      <p className="font-medium">{t('making', { count: total })}</p>
      <progress
        className="progress progress-primary my-3 w-full"
        value={done}
        max={total}
        aria-label={t('making', { count: total })}
      />
      <p role="status" className="text-sm tabular-nums">
        {t('progress', { done, total })}
      </p>
      <p className="mt-1 text-base-content/75 text-sm">{t('leave', { at: momentText(created_at) })}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Removal id={id} words={t('cancel')} />
        <noscript>
          <a className="btn btn-ghost" href="/mgmt/archives">
            {t('look')}
          </a>
        </noscript>
      </div>
    </>
  )
}

function ReadyArchive({ archive }: { archive: Archive }) {
  const t = useTranslations('documents.archive')
  const { id, total, size, created_at, left_out: leftOut } = archive
  const availableUntil = momentText(new Date(new Date(created_at).getTime() + DAY))
  return (
    <>
      <p role="status" className="flex items-center gap-2 font-medium">
        <Icon name="check" className="size-5" />
        {t('ready', { count: total })}
      </p>
      <p className="mt-1 text-base-content/75 text-sm">
        <Size bytes={size ?? 0} /> · {t('until', { at: availableUntil })}
      </p>
      {leftOut.length > 0 && (
        <>
          <p className="mt-3">{t('leftOut')}</p>
          <ul className="list-disc pl-5 text-sm">
            {leftOut.map(({ name, number, why }) => (
              <li key={`${number} ${why}`} className="wrap-anywhere">
                {name} · <span className="tabular-nums">{number}</span> – {t(`why.${why}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <a href={`/mgmt/archives/${id}/file`} className="btn btn-primary">
          <Icon name="download" className="size-4" />
          {t('download')}
        </a>
        <Removal id={id} words={t('remove')} />
      </div>
    </>
  )
}

function Removal({ id, words }: { id: string; words: string }) {
  return (
    <form method="post" action={`/mgmt/archives/${id}/removal`}>
      <button type="submit" className="btn btn-outline">
        {words}
      </button>
    </form>
  )
}
