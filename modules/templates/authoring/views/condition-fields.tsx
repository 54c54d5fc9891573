import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { type ConditionGroup, conditionChoices, MAX_CONDITIONS } from '../forms/condition.ts'
import { isPlainObject, type PlainObject } from '../source.ts'
import { Choice, Tick } from './controls.tsx'
import { useNames } from './names.ts'
import { Faults, Group, usePart } from './part-context.tsx'

/** The condition under which a document contains a part, chosen from lists of the template's fields. */
interface Props {
  data: PlainObject
  own?: PlainObject
  title: string
}

export function ConditionFields({ data, own: part, title }: Props) {
  const t = useTranslations('authoring.condition')
  const { values } = usePart()
  const groups = conditionChoices(data, part)
  const nameOf = useConditionNames()
  const usedCount = Array.from({ length: MAX_CONDITIONS }, (_, index) => index).filter(
    (index) => values[`when.${index}.leaf`],
  ).length
  const shownCount = Math.min(usedCount + 1, MAX_CONDITIONS)
  return (
    <Group title={title} teach={t('teach')}>
      {values['when.other'] === 'yes' && <Tick name="when.other" label={t('other')} hint={t('otherHint')} />}
      {Array.from({ length: shownCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the controls are numbered
        <div key={index} className="grid items-start gap-x-4 sm:grid-cols-[9rem_1fr]">
          <Choice
            name={`when.${index}.not`}
            label={t('sense')}
            options={[
              { value: '', label: t('if') },
              { value: 'yes', label: t('unless') },
            ]}
          />
          <LeafChoice
            name={`when.${index}.leaf`}
            groups={groups.map((group) => ({
              label: t(`group.${group.name}`),
              options: group.options.map((option) => ({ value: option.leaf, label: nameOf(option) })),
            }))}
          />
        </div>
      ))}
      {usedCount > 0 && (
        <Choice
          name="when.join"
          label={t('join')}
          options={[
            { value: 'all', label: t('all') },
            { value: 'any', label: t('any') },
          ]}
        />
      )}
      <Faults name="when" />
    </Group>
  )
}

interface LeafProps {
  name: string
  groups: { label: string; options: { value: string; label: string }[] }[]
}

function LeafChoice({ name, groups }: LeafProps) {
  const t = useTranslations('authoring.condition')
  const { values } = usePart()
  const value = values[name] ?? ''
  const isKnown = !value || groups.some(({ options }) => options.some((one) => one.value === value))
  return (
    <div className="fieldset content-start py-1">
      <label htmlFor={name} className="text-base-content text-sm">
        {t('what')}
      </label>
      <select id={name} name={name} defaultValue={value} className="select w-full">
        <option value="">{t('none')}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {groups
          .filter(({ options }) => options.length)
          .map(({ label, options }) => (
            <optgroup key={label} label={label}>
              {options.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.label}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
    </div>
  )
}

/** The text for each possible condition. */
function useConditionNames() {
  const t = useTranslations('authoring.condition')
  const { fieldName, partName, partyName, labelOf } = useNames()
  return ({ leaf, subject, choice }: ConditionGroup['options'][number]): string => {
    const [kind] = leaf.split('|')
    const choiceName = isPlainObject(choice) ? labelOf(choice) : choice
    if (kind === 'is') {
      const value = typeof choice === 'string' ? t(choice === 'true' ? 'yes' : 'no') : choiceName
      return t('is', { field: fieldName(subject), value: value ?? '' })
    }
    if (kind === 'filled') return t('isFilled', { field: fieldName(subject) })
    if (kind === 'kept') return t('isKept', { part: partName(subject) })
    if (kind === 'chosen') return t('isChosen', { part: partName(subject), way: choiceName ?? '' })
    if (kind === 'parties') return t('isParties', { count: Number(choice) })
    return t(dynamicKey(`isParty.${String(choice)}`), { party: partyName(subject) })
  }
}
