import type { ReactNode } from 'react'
import { categoryKey, localeOf, twinIn } from '#assembly/template/words-in.ts'
import type { FormState } from '#src/http/body.ts'
import { FileField, SelectField, TextField } from '#views/forms.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import type { LibraryEntry } from '../../library.ts'

const NEW = '/desk/templates/new'
const WAYS = ['blank', 'copy', 'word', 'source'] as const

/** The ways to begin a template. */
export function StartsPage() {
  const t = useTranslations('authoring.start')
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <FormatLink />
      </PageHead>
      <ul className="grid gap-4 sm:grid-cols-2">
        {WAYS.map((way) => (
          <li key={way} className="rounded-box border border-base-300 bg-base-100 p-4">
            <h2 className="font-serif text-lg">
              <a href={`${NEW}/${way}`} className="link-hover">
                {t(way)}
              </a>
            </h2>
            <p className="text-base-content/75 text-sm">{t(`teach.${way}`)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

const FormatLink = () => (
  <a href={`${NEW}/format`} className="btn btn-ghost">
    {useTranslations('authoring')('format.link')}
  </a>
)

export function StartPage({ way, children }: { way: 'blank' | 'copy' | 'word'; children: ReactNode }) {
  const t = useTranslations('authoring.start')
  return (
    <>
      <PageHead title={t(way)} lead={t(`teach.${way}`)}>
        <FormatLink />
      </PageHead>
      <div className="max-w-4xl rounded-box border border-base-300 bg-base-100 p-4">{children}</div>
    </>
  )
}

interface CategoryProps extends FormState {
  categories: string[]
}

export function BlankForm(formState: CategoryProps) {
  return (
    <form method="post" action={`${NEW}/blank`} noValidate>
      <About {...formState} />
      <Submit />
    </form>
  )
}

export function WordForm(formState: CategoryProps) {
  const t = useTranslations('authoring.start')
  const { values, problems } = formState
  const fileField = { name: 'file', label: t('file'), hint: t('fileHint'), required: true, problems, values }
  return (
    <form method="post" action={`${NEW}/word`} encType="multipart/form-data" noValidate>
      <FileField
        {...fileField}
        accept=".docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        className="max-w-md"
      />
      <About {...formState} />
      <Submit />
    </form>
  )
}

export function CopyForm({ entries, ...formState }: FormState & { entries: readonly LibraryEntry[] }) {
  const t = useTranslations('authoring.start')
  const locale = localeOf(useLocale())
  return (
    <form method="post" action={`${NEW}/copy`} noValidate>
      <SelectField
        name="from"
        label={t('from')}
        {...formState}
        required
        options={entries.map(({ template }) => ({
          value: template.code,
          label: twinIn(template.title, locale),
        }))}
      />
      <Names {...formState} />
      <Submit />
    </form>
  )
}

function Submit() {
  const t = useTranslations('authoring.start')
  return (
    <p className="mt-4 flex flex-wrap gap-2">
      <button type="submit" className="btn btn-primary">
        {t('begin')}
      </button>
      <a href={NEW} className="btn btn-ghost">
        {t('otherWay')}
      </a>
    </p>
  )
}

function Names(formState: FormState) {
  const t = useTranslations('authoring.start')
  return (
    <div className="grid gap-x-6 md:grid-cols-2">
      <TextField name="zh" label={t('titleZh')} {...formState} required lang="zh-Hans" />
      <TextField name="en" label={t('titleEn')} {...formState} required lang="en" />
      <TextField name="code" label={t('code')} hint={t('codeHint')} {...formState} required lang="en" />
    </div>
  )
}

function About({ categories, ...formState }: CategoryProps) {
  const t = useTranslations('authoring.start')
  const tDocuments = useTranslations('documents')
  return (
    <>
      <Names {...formState} />
      <SelectField
        name="category"
        label={t('category')}
        {...formState}
        options={categories.map((value) => ({ value, label: tDocuments(categoryKey(value)) }))}
      />
      <div className="grid gap-x-6 md:grid-cols-2">
        <TextField name="roleAzh" label={t('roleAzh')} {...formState} required lang="zh-Hans" />
        <TextField name="roleAen" label={t('roleAen')} {...formState} required lang="en" />
        <TextField name="roleBzh" label={t('roleBzh')} {...formState} required lang="zh-Hans" />
        <TextField name="roleBen" label={t('roleBen')} {...formState} required lang="en" />
      </div>
    </>
  )
}
