import type { ReactNode } from 'react'
import { useTranslations } from '../language.tsx'
import type { Column } from '../table.tsx'

const FORM = 'selected-entries'

/** The column of checkboxes of a list. The checkbox in the head selects the whole page; it needs scripts. */
export function useSelectColumn<Row extends { id: string }>(nameOf: (row: Row) => string): Column<Row> {
  const t = useTranslations('desk.work')
  return {
    key: 'select',
    head: (
      <label className="-m-2 inline-flex p-2" data-select-all hidden>
        <input type="checkbox" className="checkbox checkbox-sm" aria-label={t('selectAll')} />
      </label>
    ),
    cell: (row) => (
      <label className="-m-2 inline-flex p-2">
        <input
          type="checkbox"
          name={`item-${row.id}`}
          value="yes"
          form={FORM}
          className="checkbox checkbox-sm"
          aria-label={t('select', { name: nameOf(row) })}
          autoComplete="off"
        />
      </label>
    ),
  }
}

interface Props {
  queue: string
  /** The label for closing the selected entries, if they can be closed. */
  close?: ReactNode
}

/** The actions on the selected entries of a list. */
export function BulkBar({ queue, close }: Props) {
  const t = useTranslations('desk.work')
  const button = (action: string, words: ReactNode) => (
    <button type="submit" name="step" value={action} className="btn btn-sm">
      {words}
    </button>
  )
  return (
    <form
      id={FORM}
      method="post"
      action={`/desk/work/${queue}`}
      aria-label={t('bulkLabel')}
      className="bottom-0 flex flex-wrap items-center gap-2 rounded-b-box border-base-300 border-t bg-base-100 p-3 text-sm sm:sticky"
    >
      <span data-selected-count={t('selectedCount', { count: '{count}' })}>{t('withSelected')}</span>
      {button('take', t('take'))}
      {button('release', t('release'))}
      {button('handOver', t('handOverLink'))}
      {close && button('close', close)}
    </form>
  )
}
