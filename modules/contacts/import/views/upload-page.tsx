import type { FormState } from '#src/http/body.ts'
import { FileField, SelectField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { CONTACT_TYPES } from '../../schema.ts'
import { MAX_ROWS, type Unreadable } from '../sheet.ts'

interface Props extends FormState {
  fileProblem?: Unreadable
}

/** The first step: the file. */
export function UploadPage({ values = {}, problems, fileProblem }: Props) {
  const t = useTranslations('contacts')
  const translateAny = useTranslations()
  const formState = { values, problems }
  const file = {
    ...formState,
    name: 'file',
    label: t('import.file'),
    hint: t('import.fileHint', { max: MAX_ROWS }),
  }
  return (
    <div className="grid justify-items-center">
      <Card title={t('import.title')} wide>
        {fileProblem && (
          <div role="alert" className="alert alert-error alert-soft mb-4 block text-sm">
            <p className="font-medium">{t('import.unreadable')}</p>
            <p>
              {t('import.unreadableAt', {
                line: fileProblem.line,
                problem: translateAny(fileProblem.problem),
              })}
            </p>
          </div>
        )}
        <p className="mb-2">{t('import.lead')}</p>
        <p className="mb-3 text-sm">{t('import.next')}</p>
        <form method="post" action="/mgmt/contacts/import" encType="multipart/form-data" noValidate>
          <SelectField
            {...formState}
            name="type"
            label={t('field.type')}
            options={CONTACT_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          />
          <FileField
            {...file}
            required
            accept=".csv,.xlsx,.vcf,.txt,text/csv,text/plain,text/vcard,text/x-vcard"
          />
          <p className="mt-1 text-sm">
            <a className="link link-primary" href={`/mgmt/contacts/contacts.csv?type=${values.type}`}>
              {t('import.sample')}
            </a>
          </p>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <a href={`/mgmt/contacts?type=${values.type}`} className="btn btn-ghost">
              {t('import.back')}
            </a>
            <button type="submit" className="btn btn-primary">
              {t('import.read')}
            </button>
          </div>
        </form>
      </Card>
    </div>
  )
}
