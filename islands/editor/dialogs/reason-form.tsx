import { type FormEvent, useState } from 'react'
import { maxReasonLength } from '#assembly/confirmation/confirmation.ts'
import type { OpenPoint } from '#assembly/tree.ts'
import { confirmAsIs } from '../clause/clause-actions.ts'
import { useEditor } from '../state/editor-state.ts'
import { confirmId } from '../state/points.ts'
import { useWords } from '../words.ts'

/** Confirms a statutory clause with a custom text; a reason is required. */
export function ReasonForm({ point }: { point: OpenPoint }) {
  const t = useWords()
  const editor = useEditor()
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) void confirmAsIs(editor, point, reason)
  }
  return (
    <form onSubmit={submit} className="flex w-full flex-wrap items-center gap-2 text-base-content">
      <label htmlFor={confirmId(point)}>{t('reason')}</label>
      <input
        id={confirmId(point)}
        value={reason}
        required
        maxLength={maxReasonLength}
        onChange={(event) => setReason(event.target.value)}
        className="input input-xs min-w-40 flex-1"
      />
      <button type="submit" className="btn btn-xs h-auto min-h-6">
        {t('confirm')}
      </button>
    </form>
  )
}
