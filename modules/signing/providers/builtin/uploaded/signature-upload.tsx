import * as v from 'valibot'
import type { Problems } from '#src/http/body.ts'
import { FileField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Turn } from '../signer-link.ts'
import { PictureSchema, pictureAddress } from './uploaded-signature.ts'

interface Props {
  turn: Turn
  values?: Record<string, string>
  problems?: Problems
}

/** The data URL of the uploaded picture in a form's values, if there is one. */
export function uploadedPicture(values: Props['values']): string | null {
  if (!values?.picture) return null
  const mark = v.safeParse(v.pipe(v.string(), v.parseJson(), PictureSchema), values.picture)
  return mark.success ? pictureAddress(mark.output) : null
}

/** Uploads a picture of a signature, which the page then shows before anything is signed. */
export function SignatureUpload({ turn, values, problems }: Props) {
  const t = useTranslations('signing.pad')
  const picture = uploadedPicture(values)
  const action = `/signing/${turn.id}/signature-picture#sign`
  const field = { name: 'file', label: t('file'), hint: t('fileHint'), problems }
  return (
    <div data-signature-part="picture">
      <FileField {...field} data-upload-to={action} accept=".png,.jpg,.jpeg,.webp" />
      <input type="hidden" name="picture" defaultValue={picture ? values?.picture : ''} />
      {picture && (
        <p role="status" className="mt-2 flex items-center gap-3 text-sm">
          <img src={picture} alt="" className="h-12 max-w-48 rounded-field bg-white object-contain p-1" />
          {t('used')}
        </p>
      )}
      {/* With script, choosing a file submits the form. */}
      <noscript>
        <button
          type="submit"
          formAction={action}
          formEncType="multipart/form-data"
          formNoValidate
          className="btn btn-sm btn-outline mt-2"
        >
          {t('use')}
        </button>
      </noscript>
    </div>
  )
}
