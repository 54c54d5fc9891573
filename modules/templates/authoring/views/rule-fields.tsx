import { useTranslations } from '#views/language.tsx'
import { UNITS } from '../forms/field.ts'
import { COMPARISONS } from '../forms/rule.ts'
import { objectsAt, textAt } from '../source.ts'
import { ConditionFields } from './condition-fields.tsx'
import { Choice, Pair, Text } from './controls.tsx'
import { useNames } from './names.ts'
import { Group, type PartProps, usePart } from './part-context.tsx'

const COMPARABLE = new Set(['number', 'money', 'date', 'period'])

/** A comparison of two values that answers must satisfy, and the message if they do not satisfy it. */
export function RuleFields({ data }: PartProps) {
  const t = useTranslations('authoring.rule')
  const tField = useTranslations('authoring.field')
  const { fieldName } = useNames()
  const { values } = usePart()
  const fields = objectsAt(data, ['fields'])
    .filter(({ type }) => COMPARABLE.has(String(type)))
    .map((one) => ({ value: textAt(one, ['id']), label: fieldName(one) }))
  return (
    <>
      <Group title={t('must')} teach={t('mustTeach')}>
        {values['must.other'] === 'yes' && <p className="text-sm">{t('other')}</p>}
        <div className="grid gap-x-6 md:grid-cols-2">
          <Choice name="must.left" label={t('left')} none="–" options={fields} />
          <Choice
            name="must.way"
            label={t('way')}
            options={COMPARISONS.map((value) => ({ value, label: t(`ways.${value}`) }))}
          />
          <Choice name="must.field" label={t('right')} none={t('number')} options={fields} />
          <div className="grid grid-cols-2 gap-x-4">
            <Text name="must.number" label={t('number')} />
            <Choice
              name="must.unit"
              label={t('unit')}
              none="–"
              options={UNITS.map((value) => ({ value, label: tField(`units.${value}`) }))}
            />
          </div>
        </div>
      </Group>
      <Group title={t('message')} teach={t('messageTeach')}>
        <Pair name="message" label={t('message')} rows={3} sides="page" />
      </Group>
      <ConditionFields data={data} title={t('when')} />
    </>
  )
}
