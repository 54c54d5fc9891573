import type { FormState } from '#src/http/body.ts'
import { FileField, ProblemDetails, TextField } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import type { PublishedData } from '../published.ts'

export interface VerifyProblem {
  words: MessageKey
  status: 413 | 422 | 429
  details?: Record<string, string | number>
}

const CHECKED_PARTS = ['bytes', 'later', 'certificates'] as const

interface Props {
  problem?: VerifyProblem
  published?: PublishedData
  /** The values from a printed page as typed, with their problems. */
  paper?: FormState
}

export function VerifyPage({ problem, paper, published }: Props) {
  const t = useTranslations('signing.verify')
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <h1 className="font-serif text-3xl sm:text-4xl">{t('title')}</h1>
      <p className="mt-3 text-base-content/75 text-lg">{t('lead')}</p>
      <FileForm problem={problem} />
      <PaperForm {...paper} />
      <h2 className="mt-10 font-serif text-xl">{t('checked.title')}</h2>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {CHECKED_PARTS.map((key) => (
          <li key={key}>{t(`checked.${key}`)}</li>
        ))}
      </ul>
      <p className="mt-4 text-base-content/75">
        {t('without')}{' '}
        <a className="link" href="/authority.crt">
          {t('root')}
        </a>
      </p>
      {published?.fingerprint && (
        <p className="wrap-anywhere mt-2 text-base-content/75 text-sm">
          {t('fingerprint')} <code>{published.fingerprint}</code>
        </p>
      )}
      {published?.hasLog && (
        <p className="mt-4 text-base-content/75">
          {t('publicLog')}{' '}
          <a className="link" href="/log/checkpoint">
            {t('checkpoint')}
          </a>
        </p>
      )}
    </div>
  )
}

/** Number and check code, as printed at the foot of each page. */
function PaperForm(form: FormState) {
  const t = useTranslations('signing.verify.paper')
  const { values, problems, details } = form
  const field = { values, problems, required: true }
  return (
    <section aria-labelledby="paper-title" className="mt-10">
      <h2 id="paper-title" className="font-serif text-xl">
        {t('formTitle')}
      </h2>
      <p className="mt-2 max-w-prose">{t('lead')}</p>
      <form method="get" action="/verify" className="mt-2 grid gap-x-4 sm:grid-cols-2" noValidate>
        <ProblemDetails value={details ?? {}}>
          <TextField name="number" label={t('number')} hint={t('numberHint')} autoComplete="off" {...field} />
          <TextField name="code" label={t('code')} hint={t('codeHint')} autoComplete="off" {...field} />
        </ProblemDetails>
        <div>
          <button type="submit" className="btn btn-primary mt-1">
            {t('submit')}
          </button>
        </div>
      </form>
      <p className="mt-3 max-w-prose text-base-content/75 text-sm">{t('without')}</p>
    </section>
  )
}

/** A plain file field, which also accepts dropped files and works without script. */
export function FileForm({ problem }: { problem?: VerifyProblem }) {
  const t = useTranslations('signing.verify')
  const problems = problem && { file: problem.words }
  const field = { name: 'file', label: t('file'), hint: t('hint'), required: true, problems }
  return (
    <form method="post" action="/verify" encType="multipart/form-data" className="mt-6" noValidate>
      <ProblemDetails value={problem?.details ?? {}}>
        <FileField {...field} accept=".pdf,application/pdf" className="h-24" />
      </ProblemDetails>
      <button type="submit" className="btn btn-primary mt-3">
        {t('submit')}
      </button>
    </form>
  )
}
