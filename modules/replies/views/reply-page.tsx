import type { ReactNode } from 'react'
import { LOCALES, languageTag } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { FormProblem, TextField, WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Dialog, opens, PageHead, Panel } from '#views/parts.tsx'
import { MAX_LENGTHS } from '../reply-form.ts'

interface Props extends FormState {
  /** Null for a new reply. */
  id: string | null
  title: string
  /** Says who last changed the reply, and when. */
  lead?: ReactNode
}

/** A saved reply in its three languages. */
export function ReplyPage({ id, title, lead, ...form }: Props) {
  const t = useTranslations('replies')
  const path = `/desk/replies/${id ?? 'new'}`
  return (
    <>
      <PageHead title={title} lead={lead}>
        <a className="btn btn-ghost" href="/desk/replies">
          {t('all')}
        </a>
      </PageHead>
      <div className="grid max-w-3xl gap-4">
        <Panel title={title}>
          <form method="post" action={path} noValidate>
            <FormProblem problem={form.problems?.form} />
            <input type="hidden" name="was" value={form.values?.was ?? ''} />
            <TextField
              {...form}
              name="name"
              label={t('name')}
              hint={t('nameHint')}
              required
              maxLength={MAX_LENGTHS.name}
              autoComplete="off"
            />
            <p className="my-2 text-base-content/75 text-sm">{t('placeholders')}</p>
            {LOCALES.map((locale) => (
              <WordsField
                key={locale}
                {...form}
                name={`text_${locale}`}
                label={t(`languages.${locale}`)}
                lang={languageTag(locale)}
                rows={4}
                maxLength={MAX_LENGTHS.text}
                required
              />
            ))}
            <button type="submit" className="btn btn-primary mt-2">
              {t('save')}
            </button>
          </form>
        </Panel>
        {id && (
          <Panel title={t('delete')}>
            <p className="mb-2 text-base-content/75 text-sm">{t('deleteMeaning')}</p>
            <button {...opens('delete-reply')} className="btn btn-outline btn-error btn-sm">
              {t('delete')}
            </button>
            <Dialog id="delete-reply" title={t('deleteAsk', { name: title })}>
              <p>{t('deleteMeaning')}</p>
              <form method="post" action={`${path}/removal`} className="modal-action">
                <button type="submit" className="btn btn-error">
                  {t('delete')}
                </button>
              </form>
            </Dialog>
          </Panel>
        )}
      </div>
    </>
  )
}
