import { useTranslations } from 'use-intl'
import { FormProblem, SelectField, TextField } from '#views/forms.tsx'
import { deedsFor, type ListedAccount } from '../desk-accounts.ts'

interface Given {
  values?: Record<string, string>
  problems?: Record<string, string>
}

export function StateForm({ account, ...given }: Given & { account: ListedAccount }) {
  const t = useTranslations('desk')
  if (account.state === 'erased') return <p>{t('erasedForGood')}</p>
  const options = deedsFor(account.state).map((deed) => ({ value: deed as string, label: t(`deed.${deed}`) }))
  return (
    <form method="post" action={`/desk/accounts/${account.id}/state`} noValidate>
      <p className="mb-1 text-base-content/75 text-sm">{t('stateMeaning')}</p>
      <SelectField
        name="deed"
        label={t('whatToDo')}
        required
        options={[{ value: '', label: t('choose') }, ...options]}
        {...given}
      />
      <TextField
        name="reason"
        label={t('reason')}
        hint={t('reasonHint')}
        required
        maxLength={500}
        {...given}
      />
      <button type="submit" className="btn btn-primary mt-2">
        {t('doIt')}
      </button>
    </form>
  )
}

export function RequestForm({ id, ...given }: Given & { id: string }) {
  const t = useTranslations('desk')
  return (
    <form method="post" action={`/desk/accounts/${id}/request-closing`} noValidate className="mt-3">
      <TextField name="answer" label={t('answer')} required maxLength={500} {...given} />
      <button type="submit" className="btn btn-outline btn-sm mt-2">
        {t('closeRequest')}
      </button>
    </form>
  )
}

export function CorrectionForm({ account, values, problems }: Given & { account: ListedAccount }) {
  const t = useTranslations('desk')
  const words = useTranslations('accounts')
  const options = (['individual', 'company'] as const).map((value) => ({
    value,
    label: words(`identities.${value}`),
  }))
  const given = { problems, values: { username: account.username, identity: account.identity, ...values } }
  return (
    <form method="post" action={`/desk/accounts/${account.id}/correction`} noValidate>
      <p className="mb-1 text-base-content/75 text-sm">{t('correctionMeaning')}</p>
      <TextField name="username" label={words('username')} required maxLength={20} {...given} />
      <SelectField name="identity" label={words('identity')} required options={options} {...given} />
      <TextField
        name="cause"
        label={t('reason')}
        hint={t('groundHint')}
        required
        maxLength={500}
        {...given}
      />
      <button type="submit" className="btn btn-outline mt-2">
        {t('correct')}
      </button>
    </form>
  )
}

export function HandOverForm({ account, ...given }: Given & { account: ListedAccount }) {
  const t = useTranslations('desk')
  return (
    <form method="post" action={`/desk/accounts/${account.id}/hand-over`} noValidate>
      <p className="mb-1 text-base-content/75 text-sm">
        {t('handOverMeaning', { team: account.teamName, name: account.name })}
      </p>
      <TextField
        name="handOverReason"
        label={t('reason')}
        hint={t('groundHint')}
        required
        maxLength={500}
        {...given}
      />
      <button type="submit" className="btn btn-outline mt-2">
        {t('handOver')}
      </button>
    </form>
  )
}

/** Typing the name is the confirmation: nothing brings an account back. */
export function ErasureForm({ account, ...given }: Given & { account: ListedAccount }) {
  const t = useTranslations('desk')
  return (
    <form method="post" action={`/desk/accounts/${account.id}/erasure`} noValidate>
      <FormProblem problem={given.problems?.form} />
      <p className="mb-1 text-base-content/75 text-sm">{t('erasureMeaning')}</p>
      <TextField
        name="confirmation"
        label={t('confirmation', { username: account.username })}
        required
        {...given}
      />
      <TextField
        name="ground"
        label={t('reason')}
        hint={t('groundHint')}
        required
        maxLength={500}
        {...given}
      />
      <button type="submit" className="btn btn-outline btn-error mt-2">
        {t('erase')}
      </button>
    </form>
  )
}
