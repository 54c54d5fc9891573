import type { FormState } from '#src/http/body.ts'
import { FileField, FormProblem, ProblemDetails, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { KINDS } from '../schema.ts'
import { DesignForm } from './design-form.tsx'
import { Notice } from './notice.tsx'
import { SEALS } from './seals-page.tsx'

/** The form for a seal that we draw, with a preview. */
export function DrawnSealPage({ values, problems, details, company }: FormState & { company: string }) {
  const t = useTranslations('seals')
  const formState = {
    values: { shape: 'round', kind: 'company', name: chineseName(company), ...values },
    problems,
  }
  return (
    <div className="grid justify-items-center">
      <Card title={t('draw.title')} wide>
        <ProblemDetails value={details ?? {}}>
          <form method="post" action={`${SEALS}/drawn`} data-seal-form noValidate>
            <FormProblem problem={problems?.form} values={details} />
            <NameFields {...formState} />
            <DesignForm {...formState} preview={`${SEALS}/preview.svg`} />
            <Notice />
            <Buttons />
          </form>
        </ProblemDetails>
      </Card>
    </div>
  )
}

/** A team's name is often in both languages; a seal contains only the Chinese name. */
function chineseName(company: string): string {
  const words = company.split(' ')
  const english = words.findIndex((word) => /^[A-Za-z]/.test(word))
  return english > 0 ? words.slice(0, english).join(' ') : company
}

/** The form to upload a picture of a seal. */
export function UploadedSealPage({ values, problems, details }: FormState) {
  const t = useTranslations('seals')
  const formState = { values: { kind: 'company', longest: '42', ...values }, problems }
  const picture = { name: 'picture', label: t('upload.picture'), hint: t('upload.hint'), problems }
  return (
    <div className="grid justify-items-center">
      <Card title={t('upload.title')} wide>
        <ProblemDetails value={details ?? {}}>
          <form method="post" action={`${SEALS}/uploaded`} encType="multipart/form-data" noValidate>
            <FormProblem problem={problems?.form} values={details} />
            <NameFields {...formState} />
            <FileField {...picture} required accept=".png,.jpg,.jpeg,.webp" />
            <TextField
              name="longest"
              label={t('upload.longest')}
              hint={t('upload.longestHint')}
              inputMode="decimal"
              required
              {...formState}
            />
            <Notice />
            <Buttons />
          </form>
        </ProblemDetails>
      </Card>
    </div>
  )
}

function NameFields(formState: FormState) {
  const t = useTranslations('seals')
  const kinds = KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))
  return (
    <>
      <SelectField name="kind" label={t('kindOf')} options={kinds} {...formState} />
      <TextField
        name="label"
        label={t('label')}
        hint={t('labelHint')}
        maxLength={60}
        required
        autoComplete="off"
        {...formState}
      />
    </>
  )
}

function Buttons() {
  const t = useTranslations()
  return (
    <div className="mt-5 flex flex-wrap justify-end gap-2">
      <a href={SEALS} className="btn btn-ghost">
        {t('common.cancel')}
      </a>
      <button type="submit" className="btn btn-primary">
        {t('seals.add')}
      </button>
    </div>
  )
}
