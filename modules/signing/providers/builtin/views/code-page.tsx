import { MINUTE, now } from '#src/core/clock.ts'
import type { FormState } from '#src/http/body.ts'
import type { CodeDelivery } from '#src/mail/code-delivery.ts'
import { useTranslations } from '#views/language.tsx'
import { CodeStep } from '#views/layout/code-step.tsx'
import { momentText } from '#views/values/moment.tsx'
import { useSenderWords } from '#views/values/sender.ts'
import { maskedCodeAddressesOf } from '../../../contact.ts'
import type { Entrance } from '../signer-link.ts'

/** The advice if no message arrives, by the way in which codes are sent. */
const MISSING_MESSAGE_KEYS = { email: 'noCode', phone: 'noSms', both: 'noCodes' } as const

type Props = Entrance & FormState & { path: string; delivery: CodeDelivery }

/** The form for the mailed code; a new code can be requested after a minute. */
export function CodePage({ turn, codeSentAt, path, delivery, ...formState }: Props) {
  const t = useTranslations('signing')
  const sender = useSenderWords(turn)
  const email = maskedCodeAddressesOf(turn)
  const lead = codeSentAt
    ? t('entrance.codeLead', { email, at: momentText(codeSentAt) })
    : t('entrance.codeAgain', { email })
  return (
    <CodeStep
      {...formState}
      lead={lead}
      about={turn}
      delivery={delivery}
      title={t('entrance.codeTitle')}
      action={`${path}/entrance`}
      codeLabel={t(turn.identification === 'both' ? 'entrance.mailCode' : 'entrance.code')}
      phoneRequired
      phoneLabel={turn.identification === 'both' ? t('entrance.phoneCode') : undefined}
      submitText={t('entrance.open')}
    >
      <form method="post" action={`${path}/code`} className="mt-3">
        <button type="submit" className="btn btn-outline w-full" data-countdown={secondsLeft(codeSentAt)}>
          {t('entrance.sendAgain')}
        </button>
      </form>
      <p className="mt-3 text-base-content/75 text-sm">
        {t(`entrance.${MISSING_MESSAGE_KEYS[turn.identification]}`, sender)}
      </p>
    </CodeStep>
  )
}

/** Number of seconds until a new code may be requested; undefined if one may be requested now. */
function secondsLeft(sentAt: Date | null): number | undefined {
  const seconds = sentAt ? Math.ceil((sentAt.getTime() + MINUTE - now().getTime()) / 1000) : 0
  return seconds > 0 ? seconds : undefined
}
