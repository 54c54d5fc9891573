import { useTranslations } from '#views/language.tsx'
import { type PlainObject, textAt } from '../source.ts'
import { ConditionFields } from './condition-fields.tsx'
import { Pair, Tick } from './controls.tsx'
import { useNames } from './names.ts'
import { Group, type PartProps, usePart } from './part-context.tsx'

/** The title, condition and guidance of an article. */
export function ArticleFields({ data, path, own: part }: PartProps & { own?: PlainObject }) {
  const t = useTranslations('authoring.article')
  return (
    <>
      <Pair name="title" label={t('title')} />
      {path[0] === 'articles' && (
        <Group title={t('look')} teach={t('lookTeach')}>
          <Tick name="unnumbered" label={t('unnumbered')} hint={t('unnumberedHint')} />
          <Tick name="pageBreak" label={t('pageBreak')} />
        </Group>
      )}
      <ConditionFields data={data} own={part} title={t('when')} />
      <Group title={t('guidance')} teach={t('guidanceTeach')}>
        <Pair name="guidance" label={t('guidance')} rows={3} sides="page" />
      </Group>
    </>
  )
}

/** The clauses of a shared block, each with a checkbox to leave it out. */
export function BlockFields({ clauses }: { clauses: PlainObject[] }) {
  const t = useTranslations('authoring.block')
  const { values } = usePart()
  const { partName } = useNames()
  return (
    <>
      <p className="max-w-prose text-base-content/75 text-sm">{t('teach')}</p>
      {clauses.map((clause) => {
        const id = textAt(clause, ['id'])
        return (
          <div key={id} className="border-base-300 border-b py-2">
            <Tick name={`without.${id}`} label={t('without', { name: partName(clause) })} />
            <div className="grid gap-x-6 font-serif text-sm md:grid-cols-2">
              <p lang="zh-Hans" className="wrap-anywhere">
                {textAt(clause, ['zh'])}
              </p>
              <p lang="en" className="wrap-anywhere">
                {textAt(clause, ['en'])}
              </p>
            </div>
          </div>
        )
      })}
      {Object.keys(values)
        .filter((name) => name.startsWith('without.') && !clauses.some(({ id }) => name === `without.${id}`))
        .map((name) => (
          <input key={name} type="hidden" name={name} value="yes" />
        ))}
    </>
  )
}
