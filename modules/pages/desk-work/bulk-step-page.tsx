import type { Queue } from '#src/calendar/queue.ts'
import type { FormState } from '#src/http/body.ts'
import { type Colleague, HandOverFields } from '#views/desk/hand-over.tsx'
import { TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import type { Selection } from './bulk.ts'

interface Props extends FormState {
  queue: Queue
  path: string
  selection: Selection
  colleagues: Colleague[]
  missingField: 'to' | 'ground'
  title: string
}

/** Asks for the colleague or the reason before an action on several entries. */
export function BulkStepPage({ queue, path, selection, colleagues, missingField, title, ...form }: Props) {
  const t = useTranslations('desk.work')
  const { ids, action } = selection
  return (
    <>
      <PageHead title={title} lead={t('selected', { count: ids.length })}>
        <a className="btn btn-ghost" href={path}>
          {t('backToQueue')}
        </a>
      </PageHead>
      <Panel title={title}>
        <form method="post" action={`/desk/work/${queue}`} noValidate className="max-w-md">
          <input type="hidden" name="step" value={action} />
          <input type="hidden" name="asked" value="yes" />
          <input type="hidden" name="filter" value={selection.filter} />
          {ids.map((id) => (
            <input key={id} type="hidden" name={`item-${id}`} value="yes" />
          ))}
          {missingField === 'to' ? (
            <HandOverFields colleagues={colleagues} {...form} />
          ) : (
            <>
              <TextField
                name="ground"
                label={t('ground')}
                hint={t('groundHint')}
                required
                maxLength={500}
                {...form}
              />
              <button type="submit" className="btn btn-primary mt-2">
                {t('closeNow', { count: ids.length })}
              </button>
            </>
          )}
        </form>
      </Panel>
    </>
  )
}
