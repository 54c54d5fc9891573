import type { FormState } from '#src/http/body.ts'
import { SelectField, TextField, WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { REQUEST_KINDS } from '../../../schema.ts'

/** The form for a request that came by letter, mail or telephone. */
export function NewRequestPage(form: FormState) {
  const t = useTranslations('desk')
  const kinds = REQUEST_KINDS.map((kind) => ({ value: kind as string, label: t(`request.${kind}`) }))
  return (
    <>
      <PageHead title={t('requestPage.record')} lead={t('requestPage.recordLead')}>
        <a className="btn btn-ghost" href="/desk/requests">
          {t('requestPage.all')}
        </a>
      </PageHead>
      <Panel title={t('requestPage.record')}>
        <form method="post" action="/desk/requests/new" noValidate className="max-w-prose">
          <SelectField
            {...form}
            name="kind"
            label={t('requestKind')}
            required
            options={[{ value: '', label: t('choose') }, ...kinds]}
          />
          <TextField
            {...form}
            name="account"
            label={t('requestPage.account')}
            hint={t('requestPage.accountHint')}
            autoComplete="off"
            maxLength={200}
          />
          <TextField
            {...form}
            name="sender"
            label={t('requestPage.sender')}
            hint={t('requestPage.senderHint')}
            autoComplete="off"
            maxLength={300}
          />
          <TextField {...form} name="day" label={t('requestPage.day')} type="date" required />
          <WordsField
            {...form}
            name="words"
            label={t('words')}
            hint={t('requestPage.wordsHint')}
            rows={5}
            maxLength={2000}
            required
          />
          <button type="submit" className="btn btn-primary mt-2">
            {t('requestPage.submit')}
          </button>
        </form>
      </Panel>
    </>
  )
}
