import { useTranslations } from '#views/language.tsx'
import { COLUMN_TYPES, EMPTY_LINES, FIELD_TYPES, GROUPS, typeOf, UNITS } from '../forms/field.ts'
import { objectsAt, textAt } from '../source.ts'
import { Choice, Pair, Text, Tick } from './controls.tsx'
import { useNames } from './names.ts'
import { Group, type PartProps, usePart } from './part-context.tsx'

const CONTENTS = ['person', 'account', 'address', 'contact', 'identifier'] as const

/** The controls of a field, depending on its type. */
export function FieldFields({ data, path }: PartProps) {
  const t = useTranslations('authoring.field')
  const { values } = usePart()
  const type = typeOf(values.type)
  const isComputed = type === 'money' && values.computed === 'yes'
  return (
    <>
      <Pair name="label" label={t('label')} sides="page" />
      <div className="grid gap-x-6 md:grid-cols-2">
        <Choice
          name="type"
          label={t('type')}
          hint={t('typeHint')}
          options={FIELD_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        />
        <Choice
          name="group"
          label={t('group')}
          options={GROUPS.map((value) => ({ value, label: t(`groups.${value}`) }))}
        />
      </div>
      {isComputed ? (
        <Group title={t(`types.${type}`)}>
          <p className="max-w-prose text-base-content/75 text-sm">{t('computed')}</p>
          <Tick name="inWords" label={t('inWords')} />
        </Group>
      ) : (
        <>
          <Tick name="required" label={t('required')} />
          <Group title={t(`types.${type}`)}>
            <TypeFields data={data} path={path} type={type} />
          </Group>
        </>
      )}
      <Group title={t('hint')}>
        <Pair name="hint" label={t('hint')} rows={2} sides="page" />
      </Group>
    </>
  )
}

function TypeFields({ data, path, type }: PartProps & { type: ReturnType<typeof typeOf> }) {
  const t = useTranslations('authoring.field')
  const isNumber = type === 'number' || type === 'money' || type === 'period'
  const isText = type === 'text' || type === 'longtext'
  return (
    <>
      {isText && (
        <Choice
          name="holds"
          label={t('holds')}
          none={t('holdsNone')}
          options={CONTENTS.map((value) => ({ value, label: t(`holding.${value}`) }))}
        />
      )}
      {(type === 'money' || type === 'table') && (
        <Text name="currencies" label={t('currencies')} hint={t('currenciesHint')} />
      )}
      {type === 'period' && (
        <div className="flex flex-wrap gap-x-6">
          {UNITS.map((one) => (
            <Tick key={one} name={`units.${one}`} label={t(`units.${one}`)} />
          ))}
        </div>
      )}
      <div className="grid gap-x-6 md:grid-cols-2">
        {isNumber && <Text name="min" label={t('min')} />}
        {(isNumber || isText) && <Text name="max" label={t(isText ? 'length' : 'max')} />}
      </div>
      {type === 'money' && <Tick name="inWords" label={t('inWords')} />}
      {type === 'date' && <Tick name="past" label={t('past')} />}
      {type === 'choice' && <Options data={data} path={path} />}
      {type === 'table' && <Columns data={data} path={path} />}
      <Default data={data} path={path} type={type} />
    </>
  )
}

function Default({ data, path, type }: PartProps & { type: ReturnType<typeof typeOf> }) {
  const t = useTranslations('authoring.field')
  const { labelOf } = useNames()
  if (type === 'table') return null
  if (type === 'boolean' || type === 'choice')
    return (
      <Choice
        name="default"
        label={t('default')}
        none={t('noDefault')}
        options={
          type === 'boolean'
            ? (['true', 'false'] as const).map((value) => ({ value, label: t(`boolean.${value}`) }))
            : objectsAt(data, [...path, 'options']).map((one) => ({
                value: textAt(one, ['id']),
                label: labelOf(one),
              }))
        }
      />
    )
  const hint = type === 'money' || type === 'period' || type === 'date' ? t(`defaultHint.${type}`) : undefined
  return <Text name="default" label={t('default')} hint={hint} />
}

const indexesFor = (count: number) => Array.from({ length: count + EMPTY_LINES }, (_, index) => index)

function Options(_: PartProps) {
  const t = useTranslations('authoring.field')
  const count = Number(usePart().values.options ?? 0)
  return (
    <>
      <p className="max-w-prose text-base-content/75 text-sm">{t('optionsTeach')}</p>
      {indexesFor(count).map((index) => (
        <div key={index} className="border-base-300 border-b py-2">
          <p className="text-sm">{t(index < count ? 'option' : 'newOption', { number: index + 1 })}</p>
          <Pair name={`options.${index}.label`} label={t('optionLabel')} sides="page" />
          <Pair name={`options.${index}`} label={t('optionText')} />
        </div>
      ))}
    </>
  )
}

function Columns(_: PartProps) {
  const t = useTranslations('authoring.field')
  const count = Number(usePart().values.columns ?? 0)
  return (
    <>
      <p className="max-w-prose text-base-content/75 text-sm">{t('columnsTeach')}</p>
      {indexesFor(count).map((index) => (
        <div key={index} className="border-base-300 border-b py-2">
          <p className="text-sm">{t(index < count ? 'column' : 'newColumn', { number: index + 1 })}</p>
          <Pair name={`columns.${index}`} label={t('columnHead')} />
          <Choice
            name={`columns.${index}.type`}
            label={t('type')}
            options={COLUMN_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
          />
          <Tick name={`columns.${index}.required`} label={t('required')} />
          <Tick name={`columns.${index}.total`} label={t('total')} />
        </div>
      ))}
      <Tick name="numbered" label={t('numbered')} />
    </>
  )
}
