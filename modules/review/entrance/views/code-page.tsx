import type { FormState } from '#src/http/body.ts'
import type { CodeDelivery } from '#src/mail/code-delivery.ts'
import { useTranslations } from '#views/language.tsx'
import { CodeStep } from '#views/layout/code-step.tsx'
import { maskEmail } from '#views/layout/entrance-card.tsx'
import { momentText } from '#views/values/moment.tsx'
import { useSenderWords } from '#views/values/sender.ts'
import type { Entrance } from '../link.ts'

type Props = Entrance & FormState & { token: string; delivery: CodeDelivery }

/** The form for the mailed code; the previous page can request another code. */
export function CodePage({ turn, codeSentAt, token, delivery, ...formState }: Props) {
  const t = useTranslations('review.login')
  const sender = useSenderWords(turn)
  const email = maskEmail(turn.email)
  const lead = codeSentAt ? t('codeLead', { email, at: momentText(codeSentAt) }) : t('codeAgain')
  return (
    <CodeStep
      {...formState}
      lead={lead}
      about={turn}
      delivery={delivery}
      title={t('codeTitle')}
      action={`/review/login/${token}/code`}
      codeLabel={t('code')}
      submitText={t('open')}
    >
      <p className="mt-3 text-sm">
        <a className="link link-primary py-1" href={`/review/login/${token}`}>
          {t('otherWay')}
        </a>
      </p>
      <p className="mt-2 text-base-content/75 text-sm">{t('noCode', sender)}</p>
    </CodeStep>
  )
}
