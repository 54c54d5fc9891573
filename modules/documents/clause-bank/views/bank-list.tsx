import type { Script } from '#assembly/script.ts'
import type { Template } from '#assembly/template/template.ts'
import { localeOf, twinIn, wordsIn } from '#assembly/template/words-in.ts'
import { partyLabel, selfName } from '#assembly/words.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { type ClauseQuery, type OfferedClause, PAGE_SIZE, type Subject } from '../offered.ts'

interface Props {
  clauseQuery: ClauseQuery
  clauses: OfferedClause[]
  count: number
  subjects: Subject[]
  /** The template of the document, and its script. */
  template: Template
  script: Script
}

/** The clauses of the library that fit a document; the editor shows it in a dialog. */
export function BankList({ clauseQuery: currentQuery, clauses, count, subjects, template, script }: Props) {
  const t = useTranslations('documents.bank')
  const locale = localeOf(useLocale())
  const { keyword, subject, page } = currentQuery
  const query = (next: number) => String(new URLSearchParams({ keyword, subject, page: String(next) }))
  const groups = [...Map.groupBy(clauses, ({ article }) => article.title.zh).values()]
  return (
    <div className="grid gap-4 text-sm">
      <form className="flex flex-wrap items-end gap-2">
        <label className="grid min-w-0 flex-1 gap-1">
          <span>{t('search')}</span>
          <input
            type="search"
            name="keyword"
            maxLength={100}
            defaultValue={keyword}
            className="input w-full"
          />
        </label>
        <button type="submit" className="btn">
          {t('find')}
        </button>
      </form>
      {(keyword || subject) && (
        <p className="flex flex-wrap items-center gap-2">
          <span role="status">
            {subject && groups[0] ? `${twinIn(groups[0][0]!.article.title, locale)}: ` : ''}
            {t('found', { count })}
          </span>
          <button type="button" data-ask="" className="link">
            {t('allSubjects')}
          </button>
        </p>
      )}
      {subjects.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {subjects.map(({ title, count: clauses }) => (
            <li key={title.zh}>
              <button
                type="button"
                data-ask={String(new URLSearchParams({ subject: title.zh }))}
                className="btn btn-sm h-auto min-h-8 font-normal"
              >
                {twinIn(title, locale)} <span className="text-base-content/70">{clauses}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!keyword && !subject && !subjects.length && <p>{t('none')}</p>}
      {groups.map((group) => (
        <section key={group[0]!.article.title.zh}>
          {!subject && <h3 className="font-serif text-lg">{twinIn(group[0]!.article.title, locale)}</h3>}
          {group.map((one) => (
            <OfferedItem
              key={`${one.template.code} ${one.clause.id}`}
              one={one}
              template={template}
              script={script}
            />
          ))}
        </section>
      ))}
      {count > PAGE_SIZE && (keyword || subject) && (
        <p className="flex gap-2">
          {page > 1 && (
            <button type="button" data-ask={query(page - 1)} className="btn btn-sm">
              {t('previous')}
            </button>
          )}
          {page * PAGE_SIZE < count && (
            <button type="button" data-ask={query(page + 1)} className="btn btn-sm">
              {t('next')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

function OfferedItem({ one, template, script }: { one: OfferedClause } & Pick<Props, 'template' | 'script'>) {
  const t = useTranslations('documents.bank')
  const locale = localeOf(useLocale())
  const { article, clause, template: from, wordings } = one
  const guidance = clause.guidance ?? article.guidance
  const print = printer(template, script)
  return (
    <article className="grid gap-2 border-base-300 border-b py-3">
      <p className="text-base-content/70 text-xs">{t('from', { title: twinIn(from.title, locale) })}</p>
      {guidance && (
        <p className="whitespace-pre-line text-base-content/75 text-xs">{wordsIn(guidance, locale)}</p>
      )}
      {wordings.map(({ id, label, converted }) => (
        <div key={id ?? ''} className="grid gap-1 rounded-box bg-base-200 p-2">
          {label && <p className="font-medium text-xs">{wordsIn(label, locale)}</p>}
          <div className="grid gap-x-4 gap-y-1 font-serif md:grid-cols-2">
            {(['zh', 'en'] as const).map((side) => (
              <div key={side} lang={side === 'en' ? 'en' : `zh-${script}`} className="wrap-anywhere">
                <p>{print(converted.text[side], side)}</p>
                {converted.items.map((item, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: items are shown in their order
                  <p key={index} className="pl-4">{`(${index + 1}) ${print(item[side], side)}`}</p>
                ))}
              </div>
            ))}
          </div>
          <button
            type="button"
            data-take={JSON.stringify({
              ...converted,
              from: { template: from.code, clause: clause.id, ...(id && { alternative: id }) },
            })}
            className="btn btn-outline btn-sm justify-self-start"
          >
            {t('take')}
            <span className="sr-only">
              {' '}
              {[twinIn(from.title, locale), label && wordsIn(label, locale)].filter(Boolean).join(', ')}
            </span>
          </button>
        </div>
      ))}
    </article>
  )
}

/** Makes a function that prints the marks of an added text as in the document. */
function printer(template: Template, script: Script) {
  const self = selfName(template, script)
  return (text: string, side: 'zh' | 'en') =>
    text.replaceAll(/\{(this|party:([a-j])[^{}]*)\}/g, (_, mark: string, key: string) =>
      mark === 'this' ? self[side] : partyLabel('abcdefghij'.indexOf(key))[side],
    )
}
