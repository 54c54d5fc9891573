import { assemble } from '#assembly/assemble.ts'
import { compareTrees, isChanged } from '#assembly/compare/compare.ts'
import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { FormProblem } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import type { Document } from '../../document.ts'
import { ComparedPaper } from '../../views/compared-paper.tsx'
import type { Adoption } from '../adoption.ts'
import { NoteList } from './note-list.tsx'

interface Props {
  document: Document
  adoption: Adoption
  problem?: MessageKey
}

/** The changes that the newer version of its template would make in a document, or that it has just made. */
export function AdoptionPage({ document, adoption, problem }: Props) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  const { from, before, after, notes, done: isDone } = adoption
  const to = after.template.version
  const newTree = assemble(after)
  const changedRows = compareTrees(before, newTree).filter(isChanged)
  const changedIds = new Set(changedRows.map(({ id }) => id))
  const { sides, languages } = newTree
  return (
    <>
      <PageHead title={t('adoption.title')} lead={`${document.name} · ${document.number}`}>
        {isDone && (
          <a href={`/mgmt/${document.id}/edit-doc`} className="btn btn-primary">
            {t('do.edit')}
          </a>
        )}
        {isDone && (
          <a href={`/mgmt/${document.id}/versions`} className="btn btn-outline">
            {t('versions.title')}
          </a>
        )}
      </PageHead>
      <p className="font-semibold">
        {t('adoption.lead', { title: twinIn(after.template.title, locale), from, to })}
      </p>
      {isDone ? (
        <p role="status" className="alert alert-success alert-soft my-3">
          {t('adoption.done', { to })}
        </p>
      ) : (
        <AdoptionForm document={document} from={from} to={to} problem={problem} />
      )}
      <h2 className="mt-6 mb-2 font-serif text-xl">{t('adoption.notes')}</h2>
      {notes.length ? (
        <NoteList notes={notes} sides={sides} languages={languages} shownIds={changedIds} />
      ) : (
        <p>{t('adoption.noNotes')}</p>
      )}
      <h2 className="mt-6 mb-2 font-serif text-xl">{t('adoption.changes')}</h2>
      {changedRows.length ? (
        <>
          <p className="mb-3">{t('adoption.changed', { count: changedRows.length })}</p>
          <ComparedPaper rows={changedRows} sides={sides} languages={languages} />
        </>
      ) : (
        <Empty icon="check" title={t('adoption.same')} />
      )}
    </>
  )
}

interface FormProps {
  document: Document
  from: number
  to: number
  problem?: MessageKey
}

function AdoptionForm({ document: { id, version }, from, to, problem }: FormProps) {
  const t = useTranslations('documents.adoption')
  return (
    <form id="adoption-form" method="post" action={`/mgmt/${id}/adoption`}>
      <FormProblem problem={problem} />
      <p className="my-2 max-w-prose">{t('rule')}</p>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="template" value={to} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-primary">
          {t('submit', { to })}
        </button>
        <a href={`/mgmt/${id}/view-doc`} className="btn btn-ghost">
          {t('keep', { from })}
        </a>
      </div>
    </form>
  )
}
