import type { AdoptionNote } from '#assembly/adopt/note.ts'
import type { LanguageChoice, Side } from '#assembly/answers.ts'
import { localeOf, twinIn, wordsIn } from '#assembly/template/words-in.ts'
import type { Sides } from '#assembly/tree.ts'
import { langOf } from '#modules/printing/index.ts'
import { useLocale, useTranslations } from '#views/language.tsx'

interface Props {
  notes: AdoptionNote[]
  sides: Side[]
  languages: LanguageChoice
  /** The ids of the paragraphs shown below. */
  shown: Set<string>
}

/** The texts that could not be carried over, in full, so that no text is lost silently. */
export function NoteList({ notes, sides, languages, shown }: Props) {
  return (
    <ol className="grid gap-3">
      {notes.map((note) => (
        <li
          key={[note.kind, note.id, note.text?.zh].join(' ')}
          className="rounded-box border border-base-300 bg-base-100 p-4"
        >
          <NoteWords note={note} shown={shown} />
          <NoteTexts note={note} sides={sides} languages={languages} />
        </li>
      ))}
    </ol>
  )
}

function NoteWords({
  note: { kind, label, number, now, to, id },
  shown,
}: {
  note: AdoptionNote
  shown: Set<string>
}) {
  const t = useTranslations('documents.adoption')
  const locale = localeOf(useLocale())
  const called = label ? wordsIn(label, locale) : kind === 'roleOther' && now ? twinIn(now, locale) : id
  const at = to && [to, `party:${to}`].find((one) => shown.has(one))
  return (
    <p className="wrap-anywhere mb-1 max-w-prose">
      {number && <span className="me-2 font-semibold">{t('clause', { number })}</span>}
      {t(`note.${kind}`, { label: called })}
      {at && (
        <a className="link ms-2 text-sm" href={`#at-${at}`}>
          {t('goTo')}
        </a>
      )}
    </p>
  )
}

function NoteTexts({
  note: { kind, text, now, id },
  sides,
  languages,
}: { note: AdoptionNote } & Omit<Props, 'notes' | 'shown'>) {
  const t = useTranslations('documents')
  if (kind === 'languageGone') return <p>{t(`language.${id as 'en'}`)}</p>
  const compared = kind === 'textBeside' && now
  return (
    <>
      {text && (
        <NoteTextList
          text={text}
          sides={sides}
          languages={languages}
          title={compared ? t('adoption.yours') : undefined}
        />
      )}
      {compared && <NoteTextList text={now} sides={sides} languages={languages} title={t('adoption.now')} />}
    </>
  )
}

function NoteTextList({
  text,
  title,
  sides,
  languages,
}: Omit<Props, 'notes' | 'shown'> & { text: Sides<string>; title?: string }) {
  const same = text.zh === text.en
  const columns = sides.length === 2 && !same ? 'lg:grid-cols-2' : ''
  return (
    <>
      {title && <p className="mt-2 text-base-content/75 text-sm">{title}</p>}
      <div className={`grid gap-x-8 gap-y-1 ${columns}`}>
        {(same ? sides.slice(0, 1) : sides).map((side) => (
          <p
            key={side}
            lang={langOf(side, languages)}
            className="wrap-anywhere min-w-0 whitespace-pre-wrap font-serif"
          >
            {text[side]}
          </p>
        ))}
      </div>
    </>
  )
}
