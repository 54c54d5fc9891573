import { momentText } from '#modules/documents/index.ts'
import { ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Turn } from '../signer-link.ts'

interface Props {
  turn: Turn
  token: string
  codeSent?: boolean
  values?: Record<string, string>
  problems?: Record<string, string>
  /** Fill the blanks of a problem's words. */
  details?: Record<string, string | number>
}

/** Who asks, and for what, before anything else; then a code proves that the mail was read by its owner. */
export function EntrancePage({ turn, token, codeSent, values, problems, details = {} }: Props) {
  const t = useTranslations('signing')
  const over = turn.signing_state === 'declined' || turn.signing_state === 'expired'
  return (
    <section className="w-full max-w-lg rounded-box border border-base-300 bg-base-100 p-6 sm:p-8">
      <h1 className="font-serif text-2xl">{t('entrance.title')}</h1>
      <p className="mt-3">
        {t('entrance.lead', { name: turn.name, starter: turn.starter_name, team: turn.starter_team })}
      </p>
      <p className="mt-3 border-primary border-l-2 pl-3 font-serif text-lg">
        {turn.document_name}
        <span className="block font-sans text-base-content/75 text-sm">{turn.document_number}</span>
      </p>
      {over ? (
        <p className="mt-4 alert alert-warning alert-soft">{t(`over.${turn.signing_state}`)}</p>
      ) : (
        <>
          <p className="mt-3 text-base-content/75 text-sm">
            {turn.signing_state === 'completed'
              ? t('entrance.completed')
              : t('entrance.until', { at: momentText(turn.expires_at) })}
          </p>
          <form method="post" action={`/sign/${token}/code`} className="mt-4">
            <button type="submit" className={`btn ${codeSent ? 'btn-outline' : 'btn-primary'} w-full`}>
              {codeSent ? t('entrance.sendAgain') : t('entrance.send', { email: masked(turn.email) })}
            </button>
          </form>
          {codeSent && (
            <form method="post" action={`/sign/${token}/entrance`} noValidate className="mt-3">
              <ProblemDetails value={details}>
                <TextField
                  name="code"
                  label={t('entrance.code')}
                  hint={t('entrance.codeHint', { email: masked(turn.email) })}
                  {...{ values, problems }}
                  required
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={6}
                />
              </ProblemDetails>
              <button type="submit" className="btn btn-primary mt-2 w-full">
                {t('entrance.open')}
              </button>
            </form>
          )}
        </>
      )}
    </section>
  )
}

/** Enough to recognise one's own address by; too little to learn somebody else's. */
function masked(email: string): string {
  const [name = '', domain] = email.split('@')
  return `${name.slice(0, 2)}***@${domain}`
}
