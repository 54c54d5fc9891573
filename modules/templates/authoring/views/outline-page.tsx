import type { ReactNode } from 'react'
import type { Path } from '#assembly/template/parse.ts'
import { FormProblem } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { DraftFrame } from '../../publishing/views/draft-frame.tsx'
import { addressOf, linkTo, partPath } from '../address.ts'
import type { EditedDraft } from '../edit.ts'
import { hasBlock } from '../ids.ts'
import { digestOf, objectsAt, type PlainObject, valueAt } from '../source.ts'
import { omittedLines } from '../starts.ts'
import { useNames } from './names.ts'
import { AddBlock, RowButtons } from './outline-buttons.tsx'

interface Props {
  draft: EditedDraft
  /** The names of the shared blocks. */
  blocks: string[]
  problem?: MessageKey
}

/** The parts of a draft in order, each with a link to its form and the number of its problems. */
export function OutlinePage({ draft, blocks, problem }: Props) {
  const t = useTranslations('authoring')
  const { data } = draft.source
  const counts = new Map<string, number>()
  for (const { path } of draft.problems) {
    const partAddress = addressOf(partPath(path ?? []))
    counts.set(partAddress, (counts.get(partAddress) ?? 0) + 1)
  }
  const rowProps = { draft, counts }
  const { fieldName, labelOf, partyName, partName, ruleName, titleOf } = useNames()
  const home = `/desk/templates/drafts/${draft.id}`
  return (
    <DraftFrame draft={draft} name={titleOf(data)} tab="form">
      <FormProblem problem={problem} />
      <div className="grid gap-4">
        <NextStep draft={draft} />
        <OmittedLines lines={omittedLines(draft.source)} />
        <Panel title={t('outline.general')}>
          <Row {...rowProps} path={[]} name={t('outline.generalTeach')} />
        </Panel>
        <List {...rowProps} list="parties" nameOf={partyName}>
          <Row
            {...rowProps}
            path={['moreParties']}
            name={t('outline.moreParties')}
            isMissing={!data.moreParties}
          />
        </List>
        <List {...rowProps} list="fields" nameOf={fieldName} />
        <List {...rowProps} list="recitals" nameOf={partName} />
        <Articles {...rowProps} list="articles">
          <AddBlock draft={draft} blocks={blocks} />
        </Articles>
        <Articles {...rowProps} list="annexes" />
        <List {...rowProps} list="rules" nameOf={ruleName} />
        <List {...rowProps} list="advise" nameOf={ruleName} />
        <List {...rowProps} list="dates" nameOf={labelOf} />
        {draft.previous && (
          <form method="post" action={`${home}/undo`}>
            <input type="hidden" name="revision" value={draft.revision} />
            <button type="submit" className="btn btn-outline">
              {t('undo')}
            </button>
          </form>
        )}
      </div>
    </DraftFrame>
  )
}

/** The next step: correct the problems, or view the preview and publish. */
function NextStep({ draft }: { draft: EditedDraft }) {
  const t = useTranslations('authoring.next')
  const home = `/desk/templates/drafts/${draft.id}`
  const faultCount = draft.problems.length
  return (
    <p
      role="status"
      className={`alert alert-soft flex-wrap ${faultCount ? 'alert-warning' : 'alert-success'}`}
    >
      <span>{t(faultCount ? 'faults' : 'none', { count: faultCount })}</span>
      <a className="link" href={home}>
        {t(faultCount ? 'toCheck' : 'toPublish')}
      </a>
      <a className="link" href={`${home}/preview`}>
        {t('toPreview')}
      </a>
    </p>
  )
}

/** The lines of the Word file that were not imported into any form. */
function OmittedLines({ lines }: { lines: string[] }) {
  const t = useTranslations('authoring.leftOut')
  if (!lines.length) return null
  return (
    <details className="alert alert-soft block">
      <summary className="cursor-pointer">{t('title', { count: lines.length })}</summary>
      <ul className="mt-2 list-disc ps-6 text-sm">
        {[...lines.entries()].map(([index, line]) => (
          <li key={index} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface RowsProps {
  draft: EditedDraft
  counts: Map<string, number>
}

interface ListProps extends RowsProps {
  list: string
  nameOf?: (part: PlainObject) => string
  children?: ReactNode
}

function List({ draft, counts, list, nameOf, children }: ListProps) {
  const t = useTranslations('authoring')
  const parts = objectsAt(draft.source.data, [list])
  const hasFixedOrder = list === 'parties'
  return (
    <Panel title={t(dynamicKey(`outline.${list}`))}>
      <p className="max-w-prose text-base-content/75 text-sm">{t(dynamicKey(`outline.${list}Teach`))}</p>
      <ul className="divide-y divide-base-300">
        {parts.map((part, index) => (
          <li key={String(part.id ?? part.key ?? index)} className="py-1.5">
            <Row draft={draft} counts={counts} path={[list, index]} name={nameOf!(part)}>
              <RowButtons
                draft={draft}
                path={[list, index]}
                digest={digestOf(part)}
                moves={
                  hasFixedOrder ? (index === parts.length - 1 && index > 0 ? ['removed'] : []) : undefined
                }
                count={parts.length}
              />
            </Row>
          </li>
        ))}
        {children && <li className="py-1.5">{children}</li>}
      </ul>
      <AddLink draft={draft} path={[list, parts.length]} words={t(dynamicKey(`add.${list}`))} />
    </Panel>
  )
}

function AddLink({ draft, path, words }: { draft: EditedDraft; path: Path; words: string }) {
  return (
    <a className="btn btn-sm btn-outline mt-2" href={`${linkTo(draft.id, path)}&new=yes`}>
      {words}
    </a>
  )
}

interface RowProps extends RowsProps {
  path: Path
  name: string
  isMissing?: boolean
  children?: ReactNode
}

function Row({ draft, counts, path, name, isMissing, children }: RowProps) {
  const t = useTranslations('authoring')
  const faultCount = counts.get(addressOf(path))
  const href = linkTo(draft.id, path) + (isMissing ? '&new=yes' : '')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="wrap-anywhere min-w-0">
        <a className="link-hover" href={href}>
          {name || t('outline.empty')}
        </a>
        {faultCount && (
          <span className="ms-2 text-error text-sm">{t('outline.faults', { count: faultCount })}</span>
        )}
      </span>
      {children}
    </div>
  )
}

function Articles({ draft, counts, list, children }: ListProps) {
  const t = useTranslations('authoring')
  const { data } = draft.source
  const parts = objectsAt(data, [list])
  return (
    <Panel title={t(dynamicKey(`outline.${list}`))}>
      <p className="max-w-prose text-base-content/75 text-sm">{t(dynamicKey(`outline.${list}Teach`))}</p>
      <ol className="divide-y divide-base-300">
        {parts.map((part, index) => (
          <li key={String(part.id ?? part.block ?? index)} className="py-2">
            <ArticleRow draft={draft} counts={counts} path={[list, index]} count={parts.length} />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-end gap-3">
        <AddLink draft={draft} path={[list, parts.length]} words={t(dynamicKey(`add.${list}`))} />
        {children}
      </div>
    </Panel>
  )
}

function ArticleRow({ draft, counts, path, count }: RowsProps & { path: Path; count: number }) {
  const t = useTranslations('authoring')
  const { partName } = useNames()
  const article = valueAt(draft.source.data, path) as PlainObject
  const clauses = objectsAt(article, ['clauses'])
  const name = hasBlock(article)
    ? t('outline.block', { name: t(dynamicKey(`blocks.${article.block}`)) })
    : partName(article)
  return (
    <>
      <div className="font-medium">
        <Row draft={draft} counts={counts} path={path} name={name}>
          <RowButtons draft={draft} path={path} digest={digestOf(article)} count={count} />
        </Row>
      </div>
      {!hasBlock(article) && (
        <>
          <ol className="ms-4 divide-y divide-base-300 border-base-300 border-s ps-3">
            {clauses.map((clause, index) => (
              <li key={String(clause.id ?? index)} className="py-1.5">
                <ClauseRow draft={draft} counts={counts} path={[...path, 'clauses', index]} />
              </li>
            ))}
          </ol>
          <AddLink draft={draft} path={[...path, 'clauses', clauses.length]} words={t('add.clauses')} />
        </>
      )}
    </>
  )
}

function ClauseRow({ draft, counts, path }: RowsProps & { path: Path }) {
  const t = useTranslations('authoring')
  const { partName } = useNames()
  const clause = valueAt(draft.source.data, path) as PlainObject
  const items = objectsAt(clause, ['items'])
  return (
    <>
      <Row draft={draft} counts={counts} path={path} name={partName(clause)}>
        <RowButtons draft={draft} path={path} digest={digestOf(clause)} />
      </Row>
      {items.length > 0 && (
        <ol className="ms-4">
          {items.map((item, index) => (
            <li key={String(item.id ?? index)} className="py-1">
              <Row draft={draft} counts={counts} path={[...path, 'items', index]} name={partName(item)}>
                <RowButtons
                  draft={draft}
                  path={[...path, 'items', index]}
                  digest={digestOf(item)}
                  count={items.length}
                />
              </Row>
            </li>
          ))}
        </ol>
      )}
      <a className="link text-sm" href={`${linkTo(draft.id, [...path, 'items', items.length])}&new=yes`}>
        {t('add.items')}
      </a>
    </>
  )
}
