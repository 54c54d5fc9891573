import type { Viewer } from '#src/core/viewer.ts'
import { exportsTeam } from '#src/jobs/export-part.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'
import { Size } from '#views/values/size.tsx'
import type { DataExport } from '../data-export.ts'

interface LatestProps {
  latest: DataExport | undefined
}

/** The content of the archive, and the viewer's latest export with its progress and download. */
export function DataExportPage({
  latest,
  isGone,
  viewer,
}: LatestProps & {
  /** Whether the page was opened by a link to a deleted file. */
  isGone: boolean
  viewer: Viewer
}) {
  const t = useTranslations('dataExports')
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={t('title')} lead={t('lead')} />
      {isGone && (
        <p role="alert" className="alert alert-warning alert-soft mb-4">
          {t('gone')}
        </p>
      )}
      <DataExportState latest={latest} />
      <section className="mt-6">
        <h2 className="mb-2 font-serif text-lg">{t('whatTitle')}</h2>
        <ul className="list-disc space-y-1 pl-5 text-sm">
          {(['index', 'data', 'documents', 'files', 'desk'] as const).map((part) => (
            <li key={part}>{t(`what.${part}`)}</li>
          ))}
          {exportsTeam(viewer) && <li>{t('what.team')}</li>}
        </ul>
        <p className="mt-3 text-base-content/75 text-sm">{t('without')}</p>
      </section>
      <a href="/mgmt/acct-info" className="btn btn-outline mt-6">
        {t('back')}
      </a>
    </div>
  )
}

const CARD = 'rounded-box border border-base-300 bg-base-100 p-5'

/** The state of the export, updated every second while it is being made. */
export function DataExportState({ latest }: LatestProps) {
  const isMaking = latest?.state === 'waiting' || latest?.state === 'running'
  const refreshAttributes = isMaking && {
    'hx-get': '/mgmt/acct-info/export',
    'hx-trigger': 'every 1s',
    'hx-swap': 'outerMorph',
  }
  return (
    <div id="data-export" className={CARD} {...refreshAttributes}>
      {!latest && <StartExport />}
      {latest && isMaking && <RunningExport latest={latest} />}
      {latest?.state === 'ready' && <ReadyExport latest={latest} />}
      {latest?.state === 'failed' && <FailedExport latest={latest} />}
      {latest?.state === 'expired' && <ExpiredExport latest={latest} />}
    </div>
  )
}

function StartExport({ again: label }: { again?: string }) {
  const t = useTranslations('dataExports')
  return (
    <form method="post" action="/mgmt/acct-info/export" className="mt-4 first:mt-0">
      <button type="submit" className="btn btn-primary">
        {label ?? t('start')}
      </button>
    </form>
  )
}

function RunningExport({ latest: { id, done, total, created_at } }: { latest: DataExport }) {
  const t = useTranslations('dataExports')
  const isBegun = total > 0
  return (
    <>
      <p className="font-medium">{t('making')}</p>
      <progress
        className="progress progress-primary my-3 w-full"
        {...(isBegun && { value: done, max: total })}
        aria-label={t('making')}
      />
      <p role="status" className="text-sm tabular-nums">
        {isBegun ? t('progress', { done, total }) : t('waiting')}
      </p>
      <p className="mt-1 text-base-content/75 text-sm">{t('leave', { at: momentText(created_at) })}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Removal id={id} words={t('cancel')} />
        <noscript>
          <a className="btn btn-ghost" href="/mgmt/acct-info/export">
            {t('look')}
          </a>
        </noscript>
      </div>
    </>
  )
}

function ReadyExport({
  latest: { id, size, left_out: leftOut, ended_at, expires_at },
}: {
  latest: DataExport
}) {
  const t = useTranslations('dataExports')
  return (
    <>
      <p role="status" className="flex items-center gap-2 font-medium">
        <Icon name="check" className="size-5" />
        {t('ready', { at: momentText(ended_at!) })}
      </p>
      <p className="mt-1 text-base-content/75 text-sm">
        <Size bytes={size ?? 0} /> · {t('until', { at: momentText(expires_at!) })}
      </p>
      {leftOut.length > 0 && (
        <>
          <p className="mt-3">{t('leftOut')}</p>
          <ul className="list-disc pl-5 text-sm">
            {leftOut.map(({ path, why }) => (
              <li key={path} className="wrap-anywhere">
                {path} – {t(`why.${why}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <a href={`/mgmt/acct-info/export/${id}/file`} className="btn btn-primary">
          <Icon name="download" className="size-4" />
          {t('download')}
        </a>
        <Removal id={id} words={t('remove')} />
      </div>
      <NewExport words={t('newLead')} />
    </>
  )
}

function NewExport({ words }: { words: string }) {
  const t = useTranslations('dataExports')
  return (
    <form method="post" action="/mgmt/acct-info/export" className="mt-4 border-base-300 border-t pt-4">
      <p className="mb-2 text-base-content/75 text-sm">{words}</p>
      <button type="submit" className="btn btn-outline btn-sm">
        {t('again')}
      </button>
    </form>
  )
}

function FailedExport({ latest: { ended_at } }: { latest: DataExport }) {
  const t = useTranslations('dataExports')
  return (
    <>
      <p role="alert" className="font-medium">
        {t('failed', { at: momentText(ended_at!) })}
      </p>
      <p className="mt-1 text-base-content/75 text-sm">{t('failedLead')}</p>
      <StartExport again={t('tryAgain')} />
    </>
  )
}

function ExpiredExport({ latest: { ended_at, expires_at } }: { latest: DataExport }) {
  const t = useTranslations('dataExports')
  return (
    <>
      <p>{t('expired', { at: momentText(ended_at!), until: momentText(expires_at!) })}</p>
      <StartExport again={t('again')} />
    </>
  )
}

function Removal({ id, words }: { id: string; words: string }) {
  return (
    <form method="post" action={`/mgmt/acct-info/export/${id}/removal`}>
      <button type="submit" className="btn btn-outline">
        {words}
      </button>
    </form>
  )
}
