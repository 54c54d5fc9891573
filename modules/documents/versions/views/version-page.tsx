import { assemble } from '#assembly/assemble.ts'
import { compareTrees, isChanged } from '#assembly/compare/compare.ts'
import { Paper } from '#modules/printing/index.ts'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import type { Document } from '../../document.ts'
import { ComparedPaper } from '../../views/compared-paper.tsx'
import type { VersionContent } from '../find-version.ts'
import { Author, CauseLine, WrittenAt } from './version-words.tsx'

interface Props {
  document: Document
  version: VersionContent
  /**
   * `text`: the old text; `changes`: the changes since; `all`: the whole present text with the changes
   * marked.
   */
  show: 'text' | 'changes' | 'all'
  lapsed: boolean
}

/** A version of a document: its text, and the changes since, clause by clause. */
export function VersionPage({ document, version, show, lapsed }: Props) {
  const t = useTranslations('documents.versions')
  const mayEdit = useMay('document.create') && document.status === 'draft' && !document.translating && !lapsed
  const path = `/mgmt/${document.id}/versions`
  return (
    <>
      <div className="print:hidden">
        <PageHead title={t('one', { number: version.number })} lead={`${document.name} · ${document.number}`}>
          {mayEdit && !version.isCurrent && (
            <ActionLink href={`${path}/${version.number}/restoration`} className="btn btn-primary">
              {t('restore')}
            </ActionLink>
          )}
          <a href={path} className="btn btn-outline">
            {t('title')}
          </a>
        </PageHead>
        <p className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-base-content/75 text-sm">
          <CauseLine {...version} />
          <WrittenAt {...version} />
          <Author {...version} />
        </p>
        {!version.isCurrent && <ShowLinks path={`${path}/${version.number}`} show={show} />}
      </div>
      {show === 'text' ? (
        <Paper tree={treeOf(document, version)} />
      ) : (
        <Changes document={document} version={version} all={show === 'all'} />
      )}
      <ActionPlace />
    </>
  )
}

const treeOf = (document: Document, { answers, template }: VersionContent) =>
  assemble({ ...document, answers, template })

function ShowLinks({ path, show }: { path: string; show: Props['show'] }) {
  const t = useTranslations('documents.versions')
  return (
    <nav aria-label={t('ways')} className="join mb-4 flex-wrap">
      {(['text', 'changes', 'all'] as const).map((way) => (
        <a
          key={way}
          href={way === 'text' ? path : `${path}?show=${way}`}
          aria-current={way === show ? 'page' : undefined}
          className={`btn btn-sm join-item ${way === show ? 'btn-neutral' : ''}`}
        >
          {t(`way.${way}`)}
        </a>
      ))}
    </nav>
  )
}

function Changes({ document, version, all }: Pick<Props, 'document' | 'version'> & { all: boolean }) {
  const t = useTranslations('documents.versions')
  const currentTree = assemble(document)
  const rows = compareTrees(treeOf(document, version), currentTree)
  const changedRows = rows.filter(isChanged)
  if (!changedRows.length && !all) return <Empty icon="check" title={t('same')} />
  return (
    <>
      <p role="status" className="mx-auto mb-3 max-w-4xl">
        {changedRows.length ? t('changes', { count: changedRows.length }) : t('same')}
      </p>
      <ComparedPaper
        rows={all ? rows : changedRows}
        sides={currentTree.sides}
        languages={currentTree.languages}
      />
    </>
  )
}
