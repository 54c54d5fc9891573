import { SelectField, TextField } from '../forms.tsx'
import type { MessageKey } from '../language/messages.ts'
import { useTranslations } from '../language.tsx'

/** The maximum length of a note for a colleague. */
export const NOTE_LENGTH = 500

export interface Colleague {
  id: string
  name: string
}

/** Chooses a colleague who may work on the queue. */
export function HandOverFields({
  colleagues,
  values,
  problems,
}: {
  colleagues: Colleague[]
  values?: Record<string, string>
  problems?: Record<string, MessageKey>
}) {
  const t = useTranslations('desk.work')
  const choose = useTranslations('desk')('choose')
  if (!colleagues.length) return <p className="text-base-content/75">{t('noColleagues')}</p>
  const options = colleagues.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <SelectField
        name="to"
        label={t('colleague')}
        required
        options={[{ value: '', label: choose }, ...options]}
        autoFocus
        values={values}
        problems={problems}
      />
      <TextField
        name="note"
        label={t('note')}
        hint={t('noteHint')}
        maxLength={NOTE_LENGTH}
        values={values}
        problems={problems}
      />
      <button type="submit" className="btn btn-primary mt-2">
        {t('handOver')}
      </button>
    </>
  )
}
