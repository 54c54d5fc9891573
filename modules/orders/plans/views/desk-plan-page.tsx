import { now, shanghaiDay } from '#src/core/clock.ts'
import { SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { DESK_MONTHS, DESK_PLANS } from '../desk-plan.ts'

interface Props {
  account: { id: string; name: string; teamName: string; package: string; package_ends_at: Date | null }
  values?: Record<string, string>
  problems?: Record<string, string>
}

export function DeskPlanPage({ account, ...given }: Props) {
  const t = useTranslations('desk')
  const endsAt = account.package_ends_at
  const plan = t(`package.${account.package}`)
  const choose = { value: '', label: t('choose') }
  const plans = DESK_PLANS.map((value) => ({ value: value as string, label: t(`package.${value}`) }))
  const periods = DESK_MONTHS.map((value) => ({
    value: value as string,
    label: t(`months.${value}`),
  }))
  return (
    <>
      <PageHead title={t('planTitle')} lead={account.teamName}>
        <a className="btn btn-ghost" href={`/desk/accounts/${account.id}`}>
          {account.name}
        </a>
      </PageHead>
      <div className="max-w-xl">
        <Panel title={t('openPlan')}>
          <form method="post" action={`/desk/accounts/${account.id}/plan`} noValidate>
            <p className="mb-2">
              <span className="text-base-content/75">
                {t('currentPlan')}
                {t('change.colon')}
              </span>
              {endsAt ? t('planUntil', { plan, day: shanghaiDay(endsAt) }) : plan}
            </p>
            {endsAt && endsAt > now() && (
              <p className="alert alert-warning alert-soft mb-2 text-sm">{t('planWarning')}</p>
            )}
            <p className="mb-1 text-base-content/75 text-sm">{t('planMeaning')}</p>
            <SelectField name="plan" label={t('plan')} required options={[choose, ...plans]} {...given} />
            <SelectField
              name="months"
              label={t('period')}
              required
              options={[choose, ...periods]}
              {...given}
            />
            <TextField
              name="reason"
              label={t('reason')}
              hint={t('planReasonHint')}
              required
              maxLength={500}
              {...given}
            />
            <button type="submit" className="btn btn-primary mt-2">
              {t('openPlan')}
            </button>
          </form>
        </Panel>
      </div>
    </>
  )
}
