import type { FormState } from '#src/http/body.ts'
import { WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { DeskOrder } from '../desk-order.ts'
import { MAX_NOTE_LENGTH } from '../order-note.ts'

/** The latest notes of staff on an order, and the form for another note. */
export function OrderNotes({ order, values, problems }: FormState & { order: DeskOrder }) {
  const t = useTranslations('desk.notes')
  const field = { name: 'note', label: t('label'), hint: t('hint'), values, problems, required: true }
  return (
    <Panel title={t('title')}>
      <form method="post" action={`/desk/orders/${order.id}/note`} noValidate>
        <WordsField {...field} rows={3} maxLength={MAX_NOTE_LENGTH} />
        <button type="submit" className="btn btn-outline mt-2">
          {t('add')}
        </button>
      </form>
      <ul className="mt-2 divide-y divide-base-300">
        {order.notes.map(({ id, words, staff, at }) => (
          <li key={id} className="py-2">
            <p className="wrap-anywhere whitespace-pre-line text-sm">{words}</p>
            <p className="text-base-content/75 text-xs">
              {staff} · <Moment at={new Date(at)} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
