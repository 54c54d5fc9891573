import type { Problems } from '#src/http/body.ts'
import { described, FieldFrame } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Turn } from '../signer-link.ts'

interface Props {
  turn: Turn
  values?: Record<string, string>
  problems?: Problems
}

/**
 * The form for declining with a reason. With script, it stays open in its dialog until the reason is valid.
 */
export function RefusalForm({ turn, values, problems }: Props) {
  const t = useTranslations('signing.refusal')
  const reason = { name: 'reason', label: t('reason'), problems, required: true }
  const path = `/signing/${turn.id}/refusal`
  return (
    <form
      id="refusal-form"
      data-keeps={`refusal ${turn.id}`}
      method="post"
      action={`${path}#sign`}
      hx-post={path}
      hx-swap="outerMorph"
      noValidate
    >
      <p className="mb-3">{t('text', { starter: turn.starter_name })}</p>
      <FieldFrame {...reason}>
        <textarea
          {...described(reason)}
          maxLength={500}
          rows={3}
          defaultValue={values?.reason}
          className={`textarea w-full ${problems?.reason ? 'textarea-error' : ''}`}
        />
      </FieldFrame>
      <div className="mt-3 flex justify-end">
        <button type="submit" className="btn btn-error">
          {t('confirm')}
        </button>
      </div>
    </form>
  )
}
