import { useTranslations } from '#views/language.tsx'
import { objectsAt, type PlainObject, textAt } from '../source.ts'
import { ConditionFields } from './condition-fields.tsx'
import { Choice, Pair, Tick } from './controls.tsx'
import { MarkList } from './marks.tsx'
import { useNames } from './names.ts'
import { Group, type PartProps, usePart } from './part-context.tsx'
import { PositionFields } from './position-fields.tsx'

/** A clause, an item or a recital: its texts side by side, alternatives, condition and guidance. */
export function ClauseFields({ data, path, own: part }: PartProps & { own?: PlainObject }) {
  const t = useTranslations('authoring.clause')
  const { fieldName } = useNames()
  const isItem = path.includes('items')
  const tables = objectsAt(data, ['fields']).filter(({ type }) => type === 'table')
  const hasItems = objectsAt(part, ['items']).length > 0
  return (
    <>
      <Pair name="" label={t('text')} rows={6} />
      <MarkList data={data} />
      <PositionFields data={data} name="" />
      <Tick name="droppable" label={t('droppable')} hint={t('droppableHint')} />
      <Alternatives data={data} />
      <ConditionFields data={data} own={part} title={t('when')} />
      <Group title={t('guidance')} teach={t('guidanceTeach')}>
        <Pair name="guidance" label={t('guidance')} rows={3} sides="page" />
      </Group>
      <Group title={t('more')}>
        <Tick name="emphasis" label={t('emphasis')} hint={t('emphasisHint')} />
        <Tick name="fixed" label={t('fixed')} hint={t('fixedHint')} />
        <Tick name="statutory" label={t('statutory')} hint={t('statutoryHint')} />
        {!isItem && tables.length > 0 && !hasItems && (
          <Choice
            name="table"
            label={t('table')}
            none={t('noTable')}
            options={tables.map((one) => ({ value: textAt(one, ['id']), label: fieldName(one) }))}
          />
        )}
        {hasItems && (
          <Choice
            name="join"
            label={t('join')}
            none={t('noJoin')}
            options={(['and', 'or'] as const).map((value) => ({ value, label: t(`joins.${value}`) }))}
          />
        )}
      </Group>
    </>
  )
}

function Alternatives({ data }: Pick<PartProps, 'data'>) {
  const t = useTranslations('authoring.clause')
  const { values } = usePart()
  const count = Number(values.alternatives ?? 0)
  return (
    <Group title={t('alternatives')} teach={t('alternativesTeach')}>
      {Array.from({ length: count + 1 }, (_, index) => (
        <details
          // biome-ignore lint/suspicious/noArrayIndexKey: the controls are numbered
          key={index}
          open={index < count || Boolean(values[`alternatives.${index}.zh`])}
          className="border-base-300 border-b py-2"
        >
          <summary className="cursor-pointer py-1 text-sm">
            {index < count ? t('alternative', { number: index + 1 }) : t('newAlternative')}
          </summary>
          <Pair name={`alternatives.${index}.label`} label={t('alternativeName')} sides="page" />
          <Pair name={`alternatives.${index}`} label={t('text')} rows={4} />
          <PositionFields data={data} name={`alternatives.${index}`} />
        </details>
      ))}
    </Group>
  )
}
