import { LOCALES, type Locale } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { FieldNote } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { fillIn, type PlaceholderValues } from '../placeholders.ts'
import type { SavedReply } from '../reply.ts'

interface Props extends FormState {
  replies: SavedReply[]
  /** Id of the answer form. */
  form: string
  field: string
  /**
   * The URL to which a browser without script submits the form; the response shows the form with the reply
   * inserted.
   */
  action: string
  /** The customer's language. */
  locale: Locale
  known: PlaceholderValues
}

/** A searchable list of the saved replies. */
export function ReplyPicker({
  replies,
  form,
  field,
  action,
  locale,
  known: placeholderValues,
  values,
  problems,
}: Props) {
  const t = useTranslations('replies')
  if (!replies.length)
    return (
      <p className="mb-2 text-sm">
        <a className="link" href="/desk/replies/new">
          {t('addFirst')}
        </a>
      </p>
    )
  return (
    <div className="mb-3" data-reply-picker={field}>
      <div className="flex flex-wrap items-end gap-2">
        <label className="min-w-40 flex-1 text-sm">
          <span className="block">{t('pick')}</span>
          <input
            id="reply"
            name="reply"
            form={form}
            list="saved-replies"
            defaultValue={problems?.reply && values?.reply}
            maxLength={60}
            autoComplete="off"
            aria-invalid={problems?.reply ? true : undefined}
            aria-describedby="reply-note"
            data-unknown={t('problem.unknown')}
            data-key="r"
            className="input input-sm w-full"
          />
        </label>
        <label className="text-sm">
          <span className="block">{t('language')}</span>
          <select
            name="replyLocale"
            form={form}
            defaultValue={values?.replyLocale ?? locale}
            className="select select-sm"
          >
            {LOCALES.map((one) => (
              <option key={one} value={one}>
                {t(`languages.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <button
          type="submit"
          form={form}
          formAction={action}
          formEncType="application/x-www-form-urlencoded"
          formNoValidate
          className="btn btn-outline btn-sm"
        >
          {t('insert')}
        </button>
        <a className="btn btn-ghost btn-sm" href="/desk/replies">
          {t('manage')}
        </a>
      </div>
      <FieldNote name="reply" problem={problems?.reply} hint={t('pickHint')} />
      <datalist id="saved-replies">
        {replies.map(({ id, name, texts }) => (
          <option
            key={id}
            value={name}
            {...Object.fromEntries(
              LOCALES.map((one) => [
                `data-${one.toLowerCase().replace('_', '-')}`,
                fillIn(texts[one], placeholderValues),
              ]),
            )}
          />
        ))}
      </datalist>
    </div>
  )
}
