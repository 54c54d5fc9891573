import type { ReactNode } from 'react'
import type { OpenMoney } from '#src/auth/open-money.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem, SelectField, TextField, WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { ListedAccount } from '../desk-accounts.ts'
import { stateActionsFor } from '../desk-state.ts'
import { OpenMoneyList } from './open-money-list.tsx'

interface Props extends FormState {
  account: ListedAccount
  /** The newest entry of the account's history; the browser keeps typed text until there is a newer one. */
  newest?: string
}

interface DeskFormProps extends FormState {
  /** The account on whose page the form is, and the form's action. */
  account: ListedAccount
  newest?: string
  action: string
  meaning?: string
  /** The name of the field with the reason. */
  reason: string
  hint?: string
  label?: string
  submit: string
  buttonClass?: string
  children?: ReactNode
}

/** A form for an action on an account: an explanation, its fields, and always a field for the reason. */
function DeskForm({
  account,
  newest = 'none',
  action,
  meaning,
  reason,
  hint,
  label,
  ...rest
}: DeskFormProps) {
  const t = useTranslations('desk')
  const { submit, buttonClass = 'btn-outline', children, ...formState } = rest
  return (
    <form
      method="post"
      action={`/desk/accounts/${account.id}/${action}`}
      noValidate
      data-history-length={newest}
    >
      {meaning && <p className="mb-1 max-w-prose text-base-content/75 text-sm">{meaning}</p>}
      {children}
      <TextField
        name={reason}
        label={label ?? t('reason')}
        hint={hint}
        required
        maxLength={500}
        {...formState}
      />
      <button type="submit" className={`btn mt-2 ${buttonClass}`}>
        {submit}
      </button>
    </form>
  )
}

export function StateForm({ account, ...formState }: Props) {
  const t = useTranslations('desk')
  if (account.state === 'erased')
    return (
      <>
        <FormProblem problem={formState.problems?.stateAction} />
        <p>{t('erasedForGood')}</p>
      </>
    )
  const options = stateActionsFor(account.state).map((action) => ({
    value: action as string,
    label: t(`action.${action}`),
  }))
  const words = { meaning: t('stateMeaning'), hint: t('reasonHint'), submit: t('doIt') }
  return (
    <DeskForm
      account={account}
      action="state"
      reason="reason"
      buttonClass="btn-primary"
      {...words}
      {...formState}
    >
      <SelectField
        name="stateAction"
        label={t('whatToDo')}
        required
        options={[{ value: '', label: t('choose') }, ...options]}
        {...formState}
      />
    </DeskForm>
  )
}

/** The form for a note that only staff see; it changes nothing, so it needs no reason. */
export function NoteForm({ account, newest, ...formState }: Props) {
  const t = useTranslations('desk.notes')
  return (
    <form method="post" action={`/desk/accounts/${account.id}/note`} noValidate data-history-length={newest}>
      <WordsField
        {...formState}
        name="note"
        label={t('label')}
        hint={t('hint')}
        rows={3}
        maxLength={1000}
        required
      />
      <button type="submit" className="btn btn-outline mt-2">
        {t('add')}
      </button>
    </form>
  )
}

export function CorrectionForm({ account, newest, values, problems }: Props) {
  const t = useTranslations('desk')
  const tAccounts = useTranslations('accounts')
  const options = (['individual', 'company'] as const).map((value) => ({
    value,
    label: tAccounts(`identities.${value}`),
  }))
  const formState = {
    newest,
    problems,
    values: { username: account.username, identity: account.identity, ...values },
  }
  const words = { meaning: t('correctionMeaning'), hint: t('groundHint'), submit: t('correct') }
  return (
    <DeskForm account={account} action="correction" reason="cause" {...words} {...formState}>
      <TextField
        name="username"
        label={tAccounts('username')}
        autoComplete="off"
        required
        maxLength={20}
        {...formState}
      />
      <SelectField name="identity" label={tAccounts('identity')} required options={options} {...formState} />
    </DeskForm>
  )
}

export function HandOverForm({ account, ...formState }: Props) {
  const t = useTranslations('desk')
  const meaning = t('handOverMeaning', { team: account.teamName, name: account.name })
  const words = { meaning, hint: t('groundHint'), submit: t('handOver') }
  return <DeskForm account={account} action="hand-over" reason="handOverReason" {...words} {...formState} />
}

/** The form for an owner who has lost their devices and codes, and whose identity has been checked. */
export function FactorResetForm({ account, ...formState }: Props) {
  const t = useTranslations('desk')
  const words = {
    meaning: t('factorReset.meaning'),
    hint: t('factorReset.hint'),
    submit: t('factorReset.submit'),
  }
  const buttonClass = 'btn-outline btn-error'
  return (
    <DeskForm
      account={account}
      action="factor-reset"
      reason="resetReason"
      buttonClass={buttonClass}
      {...words}
      {...formState}
    >
      <CheckField name="identified" {...formState}>
        {t('factorReset.identified')}
      </CheckField>
    </DeskForm>
  )
}

/** The form for a person who reports that others use their account. */
export function EndSessionsForm({ account, ...formState }: Props) {
  const t = useTranslations('desk')
  const words = {
    meaning: t('endSessions.meaning'),
    hint: t('reasonHint'),
    submit: t('endSessions.submit'),
  }
  return (
    <DeskForm account={account} action="session-ending" reason="endingReason" {...words} {...formState} />
  )
}

/**
 * The form that erases an account. The name must be typed as confirmation, because an erased account cannot
 * be restored.
 */
export function ErasureForm({ account, openMoney, ...formState }: Props & { openMoney: OpenMoney[] }) {
  const t = useTranslations('desk')
  const words = { meaning: t('erasureMeaning'), hint: t('erasureHint'), submit: t('erase') }
  const buttonClass = 'btn-outline btn-error'
  return (
    <DeskForm
      account={account}
      action="erasure"
      reason="ground"
      buttonClass={buttonClass}
      {...words}
      {...formState}
    >
      <FormProblem problem={formState.problems?.form} />
      <TextField
        name="confirmation"
        label={t('confirmation', { username: account.username })}
        required
        {...formState}
      />
      <OpenMoneyList open={openMoney} />
      {openMoney.length > 0 && (
        <CheckField name="moneyOpen" {...formState}>
          {t('openMoney.confirm')}
        </CheckField>
      )}
    </DeskForm>
  )
}
