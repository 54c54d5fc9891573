import { DATE_KINDS, DEFAULT_REMINDER_DAYS } from '#assembly/dates/key-date.ts'
import { useTranslations } from '#views/language.tsx'
import { DAY_COUNTINGS } from '../forms/date.ts'
import { UNITS } from '../forms/field.ts'
import { objectsAt, textAt } from '../source.ts'
import { ConditionFields } from './condition-fields.tsx'
import { Choice, Pair, Text } from './controls.tsx'
import { useNames } from './names.ts'
import { Group, type PartProps, usePart } from './part-context.tsx'

/** The days from which a key date can be counted. */
function useDays({ data, path }: PartProps) {
  const t = useTranslations('authoring.date')
  const { fieldName, labelOf } = useNames()
  const fields = objectsAt(data, ['fields']).flatMap((field) => {
    const id = textAt(field, ['id'])
    const columns = objectsAt(field, ['columns']).filter(({ type }) => type === 'date')
    return [
      ...(field.type === 'date' ? [{ value: id, label: fieldName(field) }] : []),
      ...columns.map((column) => ({
        value: `${id}.${textAt(column, ['id'])}`,
        label: t('column', { table: fieldName(field), column: labelOf(column) }),
      })),
    ]
  })
  const earlierDates = objectsAt(data, ['dates']).slice(0, Number(path.at(-1)))
  return [
    { value: 'signed', label: t('signed') },
    ...fields,
    ...earlierDates.map((one) => ({ value: textAt(one, ['id']), label: labelOf(one) })),
  ]
}

/** A date that matters after a document is signed, and how it follows from the answers. */
export function DateFields({ data, path }: PartProps) {
  const t = useTranslations('authoring.date')
  const tField = useTranslations('authoring.field')
  const tKind = useTranslations('keyDates.kind')
  const { fieldName } = useNames()
  const { values } = usePart()
  const days = useDays({ data, path })
  const periods = objectsAt(data, ['fields'])
    .filter(({ type }) => type === 'period')
    .map((one) => ({ value: textAt(one, ['id']), label: fieldName(one) }))
  return (
    <>
      <Pair name="label" label={t('label')} sides="page" />
      <Group title={t('on')} teach={t('onTeach')}>
        {values['on.other'] === 'yes' && <p className="text-sm">{t('other')}</p>}
        <div className="grid gap-x-6 md:grid-cols-2">
          <Choice name="on.0" label={t('day')} none="–" options={days} />
          <Choice name="on.1" label={t('otherwise')} none="–" options={days} hint={t('otherwiseHint')} />
          <Choice
            name="on.way"
            label={t('way')}
            options={DAY_COUNTINGS.map((value) => ({ value, label: t(`ways.${value}`) }))}
          />
          <Choice name="by.field" label={t('by')} none={t('number')} options={periods} />
          <div className="grid grid-cols-2 gap-x-4">
            <Text name="by.number" label={t('number')} />
            <Choice
              name="by.unit"
              label={t('unit')}
              none="–"
              options={UNITS.map((value) => ({ value, label: tField(`units.${value}`) }))}
            />
          </div>
        </div>
      </Group>
      <Group title={t('reminder')}>
        <div className="grid gap-x-6 md:grid-cols-2">
          <Choice
            name="kind"
            label={t('kind')}
            none={tKind('other')}
            options={DATE_KINDS.map((value) => ({ value, label: tKind(value) }))}
          />
          <Text name="remind" label={t('remind')} hint={t('remindHint', { days: DEFAULT_REMINDER_DAYS })} />
        </div>
      </Group>
      <ConditionFields data={data} title={t('when')} />
    </>
  )
}
