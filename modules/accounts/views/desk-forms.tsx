import { useTranslations } from 'use-intl'
import { SelectField, TextField } from '#views/forms.tsx'
import { deedsFor, type ListedAccount } from '../desk-accounts.ts'

interface Given {
  values?: Record<string, string>
  problems?: Record<string, string>
}

export function StateForm({ account, ...given }: Given & { account: ListedAccount }) {
  const t = useTranslations('desk')
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
