import { LOCALES, type Locale, languageTag } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { described, FieldFrame, FormProblem, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { LANGUAGES } from '#views/layout/language-switch.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { actionsOnFaq } from '../desk-faq.ts'
import { MAX_LENGTHS } from '../faq-form.ts'
import type { FaqChange } from '../schema.ts'

interface Props extends FormState {
  /** null for a new question */
  id: string | null
  title: string
  actions: Awaited<ReturnType<typeof actionsOnFaq>>
}

const HOME = '/desk/faq'
const nameOf = (locale: Locale) => LANGUAGES.find((one) => one.locale === locale)?.name

/** A question and its answer in the three languages, with its history. */
export function DeskFaqItem({ id, title, actions, ...formState }: Props) {
  const t = useTranslations('messaging.faqDesk')
  return (
    <>
      <PageHead title={title} />
      <form method="post" action={id ? `${HOME}/${id}` : HOME} noValidate>
        {id && <input type="hidden" name="was" value={formState.values?.was} />}
        <FormProblem problem={formState.problems?.form} />
        <div className="grid gap-4 xl:grid-cols-3">
          {LOCALES.map((locale) => (
            <TextFields key={locale} locale={locale} {...formState} />
          ))}
        </div>
        <p className="mt-4 mb-8 flex flex-wrap gap-2">
          <button type="submit" className="btn btn-primary">
            {t('save')}
          </button>
          <a href={HOME} className="btn btn-ghost">
            {t('cancel')}
          </a>
        </p>
      </form>
      {id && (
        <Panel title={t('history')}>
          {actions.length ? (
            <History actions={actions} />
          ) : (
            <p className="text-base-content/75">{t('noHistory')}</p>
          )}
        </Panel>
      )}
    </>
  )
}

function TextFields({ locale, ...formState }: FormState & { locale: Locale }) {
  const t = useTranslations('messaging.faqDesk')
  const limit = (count: number) => t('limit', { count })
  const question = { name: `question_${locale}`, label: t('question'), required: true, ...formState }
  const answer = { name: `answer_${locale}`, label: t('answer'), required: true, ...formState }
  const hint = limit(MAX_LENGTHS.answer)
  return (
    <fieldset className="rounded-box border border-base-300 bg-base-100 px-4 pb-3">
      <legend className="px-1 font-serif" lang={languageTag(locale)}>
        {nameOf(locale)}
      </legend>
      <TextField
        {...question}
        hint={limit(MAX_LENGTHS.question)}
        maxLength={MAX_LENGTHS.question}
        autoComplete="off"
        lang={languageTag(locale)}
      />
      <FieldFrame {...answer} hint={hint}>
        <textarea
          {...described({ ...answer, hint })}
          rows={9}
          maxLength={MAX_LENGTHS.answer}
          defaultValue={formState.values?.[answer.name]}
          lang={languageTag(locale)}
          className={`textarea w-full ${formState.problems?.[answer.name] ? 'textarea-error' : ''}`}
        />
      </FieldFrame>
    </fieldset>
  )
}

function History({ actions }: Pick<Props, 'actions'>) {
  const t = useTranslations('messaging.faqDesk')
  return (
    <ol className="divide-y divide-base-300">
      {actions.map((row) => (
        <li key={row.id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{t(`action.${row.action}`)}</span>
            <span className="text-base-content/75 text-sm">
              {row.staffName ?? '–'} · <Moment at={row.at} />
            </span>
          </p>
          {row.changes.map((change) => (
            <QuestionChange key={`${change.what} ${change.locale}`} {...change} />
          ))}
        </li>
      ))}
    </ol>
  )
}

function QuestionChange({ what, locale, before, after }: FaqChange) {
  const t = useTranslations('messaging.faqDesk')
  const lang = locale && languageTag(locale)
  return (
    <dl className="mt-1 text-sm">
      <dt className="text-base-content/75">
        {t(what)}
        {locale && (
          <>
            {' · '}
            <span lang={lang}>{nameOf(locale)}</span>
          </>
        )}
      </dt>
      <dd className="wrap-anywhere whitespace-pre-wrap" lang={lang}>
        {before && <del className="block text-base-content/75">{before}</del>}
        <ins className="block no-underline">{after}</ins>
      </dd>
    </dl>
  )
}
