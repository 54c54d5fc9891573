import type { Template } from '#assembly/template/template.ts'
import { Pieces } from '#modules/printing/index.ts'
import { useTranslations } from '#views/language.tsx'
import { Empty, Tag } from '#views/parts.tsx'
import { type Difference, differencesBetween } from '../difference.ts'
import type { ParsedDraft } from '../draft.ts'
import { DraftFrame } from './draft-frame.tsx'

/** The differences from the version in force, part by part. */
export function DifferencePage({ draft, current }: { draft: ParsedDraft; current: Template | null }) {
  const t = useTranslations('publishing')
  const differences = current ? differencesBetween(current, draft.template) : []
  return (
    <DraftFrame draft={draft} tab="difference">
      {current ? (
        <p role="status" className="mb-3">
          {t(differences.length ? 'difference.since' : 'difference.none', {
            version: current.version,
            count: differences.length,
          })}
        </p>
      ) : (
        <Empty icon="document" title={t('difference.first')} />
      )}
      <ol className="grid gap-3">
        {differences.map((one) => (
          <li
            key={`${one.row.id} ${one.row.change}`}
            className="rounded-box border border-base-300 bg-base-100 p-4"
          >
            <Part {...one} />
          </li>
        ))}
      </ol>
    </DraftFrame>
  )
}

function Part({ row, isText }: Difference) {
  const t = useTranslations('publishing.difference')
  return (
    <>
      <p className="wrap-anywhere mb-1 flex flex-wrap items-center gap-2">
        <code className="text-sm">{row.id}</code>
        {row.change && <Tag accent={row.change !== 'reworded'}>{t(row.change)}</Tag>}
        {row.moved && <Tag>{t('moved')}</Tag>}
      </p>
      {isText ? (
        <div className="grid gap-x-8 gap-y-2 md:grid-cols-2">
          <p lang="zh-Hans" className="wrap-anywhere font-serif">
            <Pieces pieces={row.text.zh} />
          </p>
          <p lang="en" className="wrap-anywhere font-serif">
            <Pieces pieces={row.text.en} />
          </p>
        </div>
      ) : (
        <p lang="en" className="wrap-anywhere whitespace-pre-wrap font-mono text-sm">
          <Pieces pieces={row.text.en} />
        </p>
      )}
    </>
  )
}
