import type { FormState } from '#src/http/body.ts'
import { SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { SHAPES } from '../design/texts.ts'

interface Props extends FormState {
  /** URL that draws the seal from the fields of this form. */
  preview: string
}

/** The texts of a drawn seal, with a preview that updates as they change. */
export function DesignForm({ values = {}, problems, preview }: Props) {
  const t = useTranslations('seals.draw')
  const formState = { values, problems }
  const shapes = SHAPES.map((shape) => ({ value: shape, label: t(`shape.${shape}`) }))
  return (
    <div className="grid items-start gap-x-6 sm:grid-cols-[1fr_auto]">
      <div>
        <SelectField name="shape" label={t('shapeOf')} options={shapes} {...formState} />
        <TextField
          name="name"
          label={t('name')}
          hint={t('nameHint')}
          maxLength={60}
          required
          autoComplete="off"
          {...formState}
        />
        <TextField name="line" label={t('line')} hint={t('lineHint')} maxLength={12} {...formState} />
        <TextField name="code" label={t('code')} hint={t('codeHint')} maxLength={20} {...formState} />
      </div>
      <figure className="mt-2 grid size-48 place-items-center justify-self-center rounded-box border border-base-300 bg-white p-2">
        <img
          src={`${preview}?${previewQuery(values)}`}
          data-seal-preview={preview}
          alt={t('preview')}
          className="max-h-full max-w-full text-black/60 text-sm"
        />
      </figure>
    </div>
  )
}

const previewQuery = ({ shape = 'round', name = '', line = '', code = '' }: Record<string, string>) =>
  new URLSearchParams({ shape, name, line, code }).toString()
