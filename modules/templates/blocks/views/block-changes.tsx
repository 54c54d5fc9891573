import { useTranslations } from '#views/language.tsx'
import { Deleted, Inserted, Panel } from '#views/parts.tsx'
import { textsOf } from '../block.ts'

interface Change {
  key: string
  id: string
  language: string
  before: string
  after: string
}

/** The changes of a draft, text by text. */
export function Changes({ before, after }: { before: string; after: string }) {
  const t = useTranslations('blocks')
  const changes = changesBetween(before, after)
  if (!changes.length) return null
  return (
    <div className="mb-4">
      <Panel title={t('changes', { count: changes.length })}>
        <ul className="divide-y divide-base-300">
          {changes.map(({ key, id, language, before: oldText, after: newText }) => (
            <li key={key} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[12rem_1fr]">
              <code className="wrap-anywhere text-sm">{id}</code>
              <div lang={language} className="wrap-anywhere font-serif">
                {oldText && (
                  <p>
                    <Deleted>{oldText}</Deleted>
                  </p>
                )}
                {newText && (
                  <p>
                    <Inserted>{newText}</Inserted>
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

const TAGS: Record<string, string> = {
  zh: 'zh-Hans',
  zh_CN: 'zh-Hans',
  hant: 'zh-Hant',
  zh_TW: 'zh-Hant',
  en: 'en',
  en_US: 'en',
}

function changesBetween(before: string, after: string): Change[] {
  const oldTexts = flatTexts(before)
  const newTexts = flatTexts(after)
  return [...new Set([...oldTexts.keys(), ...newTexts.keys()])].flatMap((key) => {
    const [oldEntry, newEntry] = [oldTexts.get(key), newTexts.get(key)]
    if (oldEntry?.text === newEntry?.text) return []
    const { id, language } = (newEntry ?? oldEntry)!
    return [{ key, id, language, before: oldEntry?.text ?? '', after: newEntry?.text ?? '' }]
  })
}

function flatTexts(yaml: string) {
  const texts = textsOf(yaml)?.texts ?? []
  return new Map(
    texts.flatMap(({ path, id, texts: languages }) =>
      Object.entries(languages).map(
        ([key, text]) => [`${path.join('.')} ${key}`, { id, language: TAGS[key] ?? 'en', text }] as const,
      ),
    ),
  )
}
