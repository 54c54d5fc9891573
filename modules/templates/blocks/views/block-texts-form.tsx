import type { FormState } from '#src/http/body.ts'
import { useTranslations } from '#views/language.tsx'
import { type BlockText, textsOf } from '../block.ts'
import type { BlockDraft } from '../block-draft.ts'

interface Props extends FormState {
  draft: BlockDraft
  /** Number of templates that contain the block. */
  users: number
}

const TAGS: Record<string, string> = {
  zh: 'zh-Hans',
  zh_CN: 'zh-Hans',
  hant: 'zh-Hant',
  zh_TW: 'zh-Hant',
  en: 'en',
  en_US: 'en',
}

/** All texts of a block, with their languages side by side. */
export function TextsForm({ draft, users, values }: Props) {
  const t = useTranslations('blocks')
  const texts = textsOf(draft.yaml)?.texts ?? []
  return (
    <form method="post" action={`/desk/templates/block-drafts/${draft.id}/texts`} className="grid gap-3">
      <h2 className="font-serif text-xl">{t('form.title')}</h2>
      <p className="max-w-prose text-base-content/75 text-sm">{t('form.teach')}</p>
      <input type="hidden" name="revision" value={draft.revision} />
      {texts.map((text, index) => (
        <TextFields key={text.path.join('.')} text={text} index={index} values={values} />
      ))}
      <p className="flex flex-wrap gap-2">
        <button type="submit" name="next" value="check" className="btn btn-primary">
          {t('form.check', { count: users })}
        </button>
        <button type="submit" name="next" value="save" className="btn btn-outline">
          {t('form.save')}
        </button>
      </p>
    </form>
  )
}

/** Number of characters per line. */
const LINE_LENGTH = 60

function TextFields({ text, index, values }: { text: BlockText; index: number } & Pick<FormState, 'values'>) {
  const t = useTranslations('blocks')
  const { id, name, texts } = text
  const entries = Object.entries(texts)
  const rows = Math.max(1, ...entries.map(([, one]) => Math.ceil(one.length / LINE_LENGTH)))
  return (
    <fieldset className="rounded-box border border-base-300 bg-base-100 p-3">
      <legend className="wrap-anywhere px-1 text-sm">
        <code>{[id, name].filter(Boolean).join(' · ')}</code>
      </legend>
      <div className="grid gap-2 md:grid-cols-2">
        {entries.map(([key, one]) => (
          <textarea
            key={key}
            name={`${index}-${key}`}
            aria-label={t(`form.language.${TAGS[key] as 'en'}`, {
              place: [id, name].filter(Boolean).join(' '),
            })}
            lang={TAGS[key]}
            rows={Math.min(rows, 12)}
            defaultValue={values?.[`${index}-${key}`] ?? one}
            className="textarea w-full text-sm"
          />
        ))}
      </div>
    </fieldset>
  )
}
