import { useTranslations } from '#views/language.tsx'
import { idsIn } from '../ids.ts'
import { objectsAt, type PlainObject, textAt } from '../source.ts'
import { useNames } from './names.ts'

/** The marks that a text can contain. With script, pressing one inserts it at the cursor. */
export function MarkList({ data }: { data: PlainObject }) {
  const t = useTranslations('authoring.marks')
  const { fieldName, partName, partyName } = useNames()
  const fields = objectsAt(data, ['fields']).filter(({ type }) => type !== 'table')
  const groups = [
    {
      title: t('parties'),
      marks: objectsAt(data, ['parties']).map((party) => ({
        mark: `{party:${textAt(party, ['key'])}}`,
        name: partyName(party),
      })),
    },
    {
      title: t('fields'),
      marks: fields.map((field) => ({ mark: `{${textAt(field, ['id'])}}`, name: fieldName(field) })),
    },
    {
      title: t('document'),
      marks: [
        { mark: '{this}', name: t('this') },
        { mark: '{number}', name: t('number') },
      ],
    },
    {
      title: t('references'),
      marks: ['articles', 'annexes']
        .flatMap((list) => objectsAt(data, [list]))
        .flatMap((article) => [article, ...objectsAt(article, ['clauses'])])
        .filter((part) => textAt(part, ['id']))
        .map((part) => ({ mark: `{ref:${textAt(part, ['id'])}}`, name: partName(part) })),
    },
  ]
  return (
    <details className="mt-2 rounded-box border border-base-300 p-3" open={idsIn(data).size < 40}>
      <summary className="cursor-pointer py-1 text-sm">{t('title')}</summary>
      <p className="my-1 max-w-prose text-base-content/75 text-sm">{t('teach')}</p>
      {groups
        .filter(({ marks }) => marks.length)
        .map(({ title, marks }) => (
          <div key={title} className="mt-2">
            <h3 className="text-base-content/75 text-sm">{title}</h3>
            <ul className="flex max-h-40 flex-wrap gap-x-4 gap-y-1 overflow-y-auto text-sm">
              {marks.map(({ mark, name }) => (
                <li key={mark} className="wrap-anywhere">
                  <button type="button" data-mark={mark} className="cursor-pointer font-mono hover:underline">
                    {mark}
                  </button>{' '}
                  {name}
                </li>
              ))}
            </ul>
          </div>
        ))}
    </details>
  )
}
