import { now, shanghaiDay } from '#src/core/clock.ts'
import type { FormState } from '#src/http/body.ts'
import { SelectField, TextField } from '#views/forms.tsx'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { AMOUNT_KEYS } from '../../packages/numbers.ts'
import type { DeskRenewals } from '../../renewal/renewal-status.ts'
import { DeskRenewal } from '../../renewal/views/desk-renewal.tsx'
import { DESK_MONTHS, DESK_PLANS, type PlanPreview } from '../desk-plan.ts'
import type { PlanChange } from '../plan-change.ts'
import { UndoForm, UsesForm } from './desk-uses-forms.tsx'
import { Preview } from './plan-preview.tsx'

interface Props extends FormState {
  account: { id: string; name: string; teamName: string; package: string; package_ends_at: Date | null }
  /** The changes by the chosen plan, if one is chosen. */
  preview: PlanPreview | undefined
  /** The last change by staff, if it can still be undone. */
  last: PlanChange | undefined
  renewals: DeskRenewals
  done?: string
}

/** A team's plan: its state, a preview of a change, and the other grants and corrections by staff. */
export function DeskPlanPage({ account, preview, last, renewals, done, ...formState }: Props) {
  const t = useTranslations('desk')
  return (
    <>
      <PageHead title={t('planTitle')} lead={account.teamName}>
        <a className="btn btn-ghost" href={`/desk/accounts/${account.id}`}>
          {account.name}
        </a>
      </PageHead>
      {(done === 'granted' || done === 'undone' || done === 'renewalEnded') && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`planDone.${done}`)}
        </p>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('openPlan')}>
          <PlanForm account={account} preview={preview} {...formState} />
        </Panel>
        <Panel title={t('grantUses')}>
          <UsesForm accountId={account.id} {...formState} />
        </Panel>
        {renewals.mandates.length > 0 && (
          <DeskRenewal accountId={account.id} renewals={renewals} {...formState} />
        )}
        {(last || formState.problems?.undo) && (
          <Panel title={t('undoPlan')}>
            <UndoForm accountId={account.id} last={last} {...formState} />
          </Panel>
        )}
      </div>
    </>
  )
}

function PlanForm({ account, preview, ...formState }: Omit<Props, 'last' | 'done' | 'renewals'>) {
  const t = useTranslations('desk')
  const endsAt = account.package_ends_at
  const plan = t(dynamicKey<'desk'>(`package.${account.package}`))
  const choose = { value: '', label: t('choose') }
  const plans = DESK_PLANS.map((value) => ({ value: value as string, label: t(`package.${value}`) }))
  const periods = DESK_MONTHS.map((value) => ({ value: value as string, label: t(`months.${value}`) }))
  const path = `/desk/accounts/${account.id}/plan`
  return (
    <form method="post" action={path} noValidate className="group">
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
      <SelectField name="plan" label={t('plan')} required options={[choose, ...plans]} {...formState} />
      <SelectField name="months" label={t('period')} required options={[choose, ...periods]} {...formState} />
      <AgreedFields {...formState} />
      <TextField
        name="reason"
        label={t('reason')}
        hint={t('planReasonHint')}
        required
        maxLength={500}
        {...formState}
      />
      {preview && <Preview preview={preview} />}
      <div className="mt-2 flex flex-wrap gap-2">
        {/* This button is the first of the form, because the Enter key activates the first one. */}
        <button type="submit" formMethod="get" className={`btn ${preview ? 'btn-outline' : 'btn-primary'}`}>
          {t('previewPlan')}
        </button>
        {preview && (
          <button type="submit" className="btn btn-primary">
            {t('openPlan')}
          </button>
        )}
      </div>
    </form>
  )
}

/** The fields for the contents of a customised plan; other packages have fixed contents. */
function AgreedFields(formState: FormState) {
  const t = useTranslations('desk')
  return (
    <fieldset className="hidden group-has-[option[value=customised]:checked]:block no-has:block">
      <legend className="mt-2 font-medium text-sm">{t('agreedTitle')}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {AMOUNT_KEYS.map((name) => (
          <TextField
            {...formState}
            key={name}
            name={name}
            label={t(`change.${name}`)}
            inputMode="numeric"
            required
            maxLength={9}
          />
        ))}
      </div>
    </fieldset>
  )
}
