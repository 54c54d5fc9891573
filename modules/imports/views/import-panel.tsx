import { FileInput } from '#views/forms.tsx'
import { Icon } from '#views/icons.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { SentenceSpace, useTranslations } from '#views/language.tsx'
import { StorageMeter, type StorageUse } from '#views/values/storage-meter.tsx'

interface Props {
  /** `upload`: whether the plan includes uploads. */
  storage: StorageUse & { upload: boolean }
  limits: { megabytes: number; pages: number }
  /** The locale key of the problem with the file. */
  problem?: MessageKey
  details?: Record<string, string | number>
  /** The error code, for problems with a link to a solution. */
  code?: string
}

/**
 * The form that uploads a PDF, which the page's script extends with drag and drop, paste, progress and
 * resuming.
 */
export function ImportPanel({ storage, limits, problem, details, code }: Props) {
  const t = useTranslations('documents.import')
  const translateAny = useTranslations()
  if (!storage.upload) return <NotInPlan />
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[1fr_22rem]">
      <form
        method="post"
        action="/mgmt/imports"
        encType="multipart/form-data"
        noValidate
        data-upload
        data-max={limits.megabytes * 1024 * 1024}
        data-words={JSON.stringify(wordsOf(t, limits))}
        className="rounded-box border-2 border-base-300 border-dashed bg-base-100 p-6 data-dragging:border-primary data-dragging:bg-primary/5"
      >
        <label htmlFor="file" className="flex items-center gap-2 font-serif text-lg">
          <Icon name="document" />
          {t('choose')}
        </label>
        <p id="file-hint" className="mt-1 text-base-content/75 text-sm">
          {t('hint', limits)}
          <SentenceSpace />
          <span data-with-script hidden>
            {t('dropHint')}
          </span>
        </p>
        <FileInput
          id="file"
          name="file"
          accept=".pdf,application/pdf"
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby="file-hint file-note"
          className="mt-4 mb-2 max-w-md"
        />
        <p id="file-note" role="alert" data-problem className="text-error text-sm empty:hidden">
          {problem && translateAny(problem, { ...limits, ...details })}
        </p>
        <FreeStorageLinks code={code} />
        <div data-progress hidden className="my-3 flex flex-col gap-2">
          <progress
            className="progress progress-primary w-full"
            max={100}
            value={0}
            aria-label={t('progress')}
          />
          <p role="status" data-status className="wrap-anywhere text-sm tabular-nums" />
          <div className="flex flex-wrap gap-2">
            <button type="button" data-resume hidden className="btn btn-outline btn-sm">
              {t('resume')}
            </button>
            <button type="button" data-cancel className="btn btn-outline btn-sm">
              {t('cancel')}
            </button>
          </div>
        </div>
        <button type="submit" className="btn btn-primary mt-2">
          {t('submit')}
        </button>
      </form>
      <StorageMeter storage={storage} />
    </div>
  )
}

type Translator = ReturnType<typeof useTranslations<'documents.import'>>

/** The texts for the script; it fills the placeholders in braces. */
const wordsOf = (t: Translator, limits: Props['limits']) => ({
  sending: t('sending', { sent: '{sent}', size: '{size}', percent: '{percent}' }),
  checking: t('checking'),
  lost: t('lost'),
  cancelled: t('cancelled'),
  size: t('problem.size', limits),
  none: t('problem.none'),
  one: t('problem.one'),
  other: t('problem.other'),
})

/**
 * Links that free storage; the page's script shows them when the server refuses a file because the storage
 * is full.
 */
function FreeStorageLinks({ code }: { code?: string }) {
  const t = useTranslations('documents.import')
  const solvableCode = 'CLOUD_STORAGE_FULL'
  return (
    <a
      href="/mgmt/my-docs?tab=imported"
      data-solves={solvableCode}
      hidden={code !== solvableCode}
      className="link text-sm"
    >
      {t('toImported')}
    </a>
  )
}

function NotInPlan() {
  const t = useTranslations('common.error')
  const tAcctInfo = useTranslations('acctInfo')
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="alert alert-soft">{t('UPLOAD_NOT_IN_PLAN')}</p>
      <a href="/pricing" className="btn btn-primary">
        {tAcctInfo('seePlans')}
      </a>
    </div>
  )
}
