import { isChanged } from '#assembly/compare/compare.ts'
import { ComparedPaper, type Document } from '#modules/documents/index.ts'
import { SelectField } from '#views/forms.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'
import type { Version } from '../comparison.ts'
import type { Text } from '../reading.ts'

interface Props {
  document: Document
  versions: Version[]
  from: Version
  to: Version
  text: Text
  changesOnly: boolean
}

/** Compares two versions of a document, clause by clause and word by word. */
export function ComparisonPage({ document, versions, from, to, text, changesOnly }: Props) {
  const t = useTranslations('review.comparison')
  const options = versions.map(({ id, sentAt }) => ({
    value: id,
    label: t(id === 'template' || id === 'now' ? id : 'round', {
      number: id,
      at: sentAt ? momentText(sentAt) : '',
    }),
  }))
  const rows = changesOnly ? text.rows.filter(isChanged) : text.rows
  const mode = changesOnly ? 'changes' : 'all'
  const count = text.rows.filter(isChanged).length
  return (
    <>
      <PageHead title={t('title')} lead={`${document.name} · ${document.number}`}>
        <a href={`/mgmt/${document.id}/review-doc`} className="btn btn-ghost">
          {t('back')}
        </a>
      </PageHead>
      <form
        method="get"
        action={`/mgmt/${document.id}/comparison`}
        className="mb-4 flex flex-wrap items-end gap-3 print:hidden"
      >
        <SelectField name="from" label={t('from')} values={{ from: from.id }} options={options} />
        <SelectField name="to" label={t('to')} values={{ to: to.id }} options={options} />
        <SelectField
          name="show"
          label={t('show')}
          values={{ show: mode }}
          options={[
            { value: 'changes', label: t('changesOnly') },
            { value: 'all', label: t('whole') },
          ]}
        />
        <button type="submit" className="btn btn-outline mb-1">
          {t('compare')}
        </button>
      </form>
      <div className="mx-auto mb-3 flex max-w-4xl flex-wrap items-center justify-between gap-3">
        <p role="status">{t('count', { count })}</p>
        <p className="flex gap-2 print:hidden">
          {(['pdf', 'docx'] as const).map((form) => (
            <a
              key={form}
              href={`/mgmt/${document.id}/comparison.${form}?from=${from.id}&to=${to.id}&show=${mode}`}
              className="btn btn-outline btn-sm"
            >
              <Icon name="download" className="size-4" />
              {t(form)}
            </a>
          ))}
        </p>
      </div>
      {rows.length ? (
        <ComparedPaper rows={rows} sides={text.sides} languages={text.languages} />
      ) : (
        <Empty icon="check" title={t('same')} />
      )}
    </>
  )
}
