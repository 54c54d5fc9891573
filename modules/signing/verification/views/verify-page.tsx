import { described, FieldFrame, ProblemDetails } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'

export interface VerifyProblem {
  words: MessageKey
  status: 413 | 422 | 429
  details?: Record<string, string | number>
}

const CHECKED = ['bytes', 'later', 'certificates'] as const

export function VerifyPage({ problem }: { problem?: VerifyProblem }) {
  const t = useTranslations('signing.verify')
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <h1 className="font-serif text-3xl sm:text-4xl">{t('title')}</h1>
      <p className="mt-3 text-base-content/75 text-lg">{t('lead')}</p>
      <FileForm problem={problem} />
      <h2 className="mt-10 font-serif text-xl">{t('checked.title')}</h2>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {CHECKED.map((key) => (
          <li key={key}>{t(`checked.${key}`)}</li>
        ))}
      </ul>
      <p className="mt-4 text-base-content/75">
        {t('without')}{' '}
        <a className="link" href="/authority.crt">
          {t('root')}
        </a>
      </p>
    </div>
  )
}

/** A plain file field, which accepts dropped files and works without script. */
export function FileForm({ problem }: { problem?: VerifyProblem }) {
  const t = useTranslations('signing.verify')
  const problems = problem && { file: problem.words }
  const field = { name: 'file', label: t('file'), hint: t('hint'), required: true, problems }
  return (
    <form method="post" action="/verify" encType="multipart/form-data" className="mt-6" noValidate>
      <ProblemDetails value={problem?.details ?? {}}>
        <FieldFrame {...field}>
          <input
            {...described(field)}
            type="file"
            accept=".pdf,application/pdf"
            className={`file-input file-input-lg h-24 w-full ${problem ? 'file-input-error' : ''}`}
          />
        </FieldFrame>
      </ProblemDetails>
      <button type="submit" className="btn btn-primary mt-3">
        {t('submit')}
      </button>
    </form>
  )
}
