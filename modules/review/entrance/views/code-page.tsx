import { momentText } from '#modules/documents/index.ts'
import type { FormState } from '#src/http/body.ts'
import type { CodeDelivery } from '#src/mail/code-delivery.ts'
import { ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { DeliveryNotice, EntranceCard, masked } from '#views/layout/entrance-card.tsx'
import type { Entrance } from '../link.ts'

/** The mailed code is entered here; another can be had from the page before. */
export function CodePage({
  turn,
  codeSentAt,
  delivery,
  token,
  values,
  problems,
  details = {},
}: Entrance & FormState & { token: string; delivery: CodeDelivery }) {
  const t = useTranslations('review.login')
  const email = masked(turn.email)
  const lead = codeSentAt ? t('codeLead', { email, at: momentText(codeSentAt) }) : t('codeAgain')
  return (
    <EntranceCard title={t('codeTitle')} lead={lead} about={turn}>
      <DeliveryNotice delivery={delivery} />
      <form method="post" action={`/review/login/${token}/code`} noValidate className="mt-3">
        <ProblemDetails value={details}>
          <TextField
            name="code"
            label={t('code')}
            {...{ values, problems }}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
          />
        </ProblemDetails>
        <button type="submit" className="btn btn-primary mt-2 w-full">
          {t('open')}
        </button>
      </form>
      <p className="mt-3 text-sm">
        <a className="link link-primary py-1" href={`/review/login/${token}`}>
          {t('otherWay')}
        </a>
      </p>
      <p className="mt-2 text-base-content/75 text-sm">
        {t('noCode', { starter: turn.starter_name, team: turn.starter_team })}
      </p>
    </EntranceCard>
  )
}
