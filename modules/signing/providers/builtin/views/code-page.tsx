import { momentText } from '#modules/documents/index.ts'
import { MINUTE, now } from '#src/core/clock.ts'
import type { FormState } from '#src/http/body.ts'
import type { CodeDelivery } from '#src/mail/code-delivery.ts'
import { ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { DeliveryNotice, EntranceCard, masked } from '#views/layout/entrance-card.tsx'
import type { Entrance } from '../signer-link.ts'

/** The code that was mailed is entered here; another can be had after a minute. */
export function CodePage({
  turn,
  codeSentAt,
  delivery,
  token,
  values,
  problems,
  details = {},
}: Entrance & FormState & { token: string; delivery: CodeDelivery }) {
  const t = useTranslations('signing')
  const email = masked(turn.email)
  return (
    <EntranceCard
      title={t('entrance.codeTitle')}
      lead={
        codeSentAt
          ? t('entrance.codeLead', { email, at: momentText(codeSentAt) })
          : t('entrance.codeAgain', { email })
      }
      about={turn}
    >
      <DeliveryNotice delivery={delivery} />
      <form method="post" action={`/sign/${token}/entrance`} noValidate className="mt-3">
        <ProblemDetails value={details}>
          <TextField
            name="code"
            label={t('entrance.code')}
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
      <form method="post" action={`/sign/${token}/code`} className="mt-3">
        <button type="submit" className="btn btn-outline w-full" data-countdown={secondsLeft(codeSentAt)}>
          {t('entrance.sendAgain')}
        </button>
      </form>
      <p className="mt-3 text-base-content/75 text-sm">
        {t('entrance.noCode', { starter: turn.starter_name, team: turn.starter_team })}
      </p>
    </EntranceCard>
  )
}

/** Until another code may be asked for; undefined when it may be now. */
function secondsLeft(sentAt: Date | null): number | undefined {
  const left = sentAt ? Math.ceil((sentAt.getTime() + MINUTE - now().getTime()) / 1000) : 0
  return left > 0 ? left : undefined
}
