import { useTranslations } from '#views/language.tsx'
import { dotted } from '../forms/values.ts'
import { objectsAt, textAt } from '../source.ts'
import { Choice } from './controls.tsx'
import { useNames } from './names.ts'
import { type PartProps, usePart } from './part-context.tsx'

/**
 * The party that a text favours, and the text's rank among the fallbacks; `name` is '' for the clause's main
 * text.
 */
export function PositionFields({ data, name }: Pick<PartProps, 'data'> & { name: string }) {
  const t = useTranslations('authoring.clause')
  const { partyName } = useNames()
  const { values } = usePart()
  const count = Number(values.alternatives ?? 0)
  const parties = objectsAt(data, ['parties']).map((one) => ({
    value: textAt(one, ['key']),
    label: partyName(one),
  }))
  return (
    <div className="grid gap-x-6 md:grid-cols-2">
      <Choice
        name={dotted(name, 'favours')}
        label={t('favours')}
        none={t('noFavours')}
        options={[...parties, { value: 'neutral', label: t('neutral') }]}
        hint={name ? undefined : t('favoursHint')}
      />
      {(name || count > 0) && (
        <Choice
          name={dotted(name, 'fallback')}
          label={t('fallback')}
          none={t('firstChoice')}
          options={Array.from({ length: Math.max(1, count) }, (_, index) => ({
            value: String(index + 1),
            label: t('fallbackAt', { number: index + 1 }),
          }))}
        />
      )}
    </div>
  )
}
