import type { FormState } from '#src/http/body.ts'
import { smsNoticesAvailable } from '#src/mail/sms.ts'
import { useTranslations } from '#views/language.tsx'
import { CodeStep } from '#views/layout/code-step.tsx'
import { EntranceCard } from '#views/layout/entrance-card.tsx'

/** The page after the person's access has ended; sends a new code to the address of the invitation. */
export function AgainPage({ path }: { path: string }) {
  const t = useTranslations('signing.again')
  return (
    <EntranceCard title={t('title')} lead={t('lead')}>
      <form method="post" action={`${path}/code`} className="mt-4">
        <button type="submit" className="btn btn-primary h-auto min-h-10 w-full py-2">
          {t('send')}
        </button>
      </form>
      <p className="mt-3 text-base-content/75 text-sm">{t('link')}</p>
    </EntranceCard>
  )
}

export function AgainCodePage({ path, ...form }: FormState & { path: string }) {
  const t = useTranslations('signing')
  return (
    <CodeStep
      {...form}
      title={t('entrance.codeTitle')}
      lead={t('again.codeLead')}
      delivery="underWay"
      action={`${path}/entrance`}
      codeLabel={t('entrance.code')}
      phoneLabel={smsNoticesAvailable() ? t('again.phoneCode') : undefined}
      submitText={t('entrance.open')}
    >
      <form method="post" action={`${path}/code`} className="mt-3">
        <button type="submit" className="btn btn-outline w-full">
          {t('entrance.sendAgain')}
        </button>
      </form>
    </CodeStep>
  )
}
