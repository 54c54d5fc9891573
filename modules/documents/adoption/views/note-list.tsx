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
  shownIds: Set<string>
}

/** The texts that could not be carried over, in full, so that no text is lost silently. */
export function NoteList({ notes, sides, languages, shownIds }: Props) {
  return (
    <ol className="grid gap-3">
      {notes.map((note) => (
        <li
          key={[note.kind, note.id, note.text?.zh].join(' ')}
          className="rounded-box border border-base-300 bg-base-100 p-4"
        >
          <NoteWords note={note} shownIds={shownIds} />
          <NoteTexts note={note} sides={sides} languages={languages} />
        </li>
      ))}
    </ol>
  )
}

function NoteWords({
  note: { kind, label, number, now, to, id },
  shownIds,
}: {
  note: AdoptionNote
  shownIds: Set<string>
}) {
  const t = useTranslations('documents.adoption')
  const locale = localeOf(useLocale())
  const namePart = label ? wordsIn(label, locale) : kind === 'roleOther' && now ? twinIn(now, locale) : id
  const anchor = to && [to, `party:${to}`].find((one) => shownIds.has(one))
  return (
    <p className="wrap-anywhere mb-1 max-w-prose">
      {number && <span className="me-2 font-semibold">{t('clause', { number })}</span>}
      {t(`note.${kind}`, { label: namePart })}
      {anchor && (
        <a className="link ms-2 text-sm" href={`#at-${anchor}`}>
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
}: { note: AdoptionNote } & Omit<Props, 'notes' | 'shownIds'>) {
  const t = useTranslations('documents')
  if (kind === 'languageGone') return <p>{t(`language.${id as 'en'}`)}</p>
  const isCompared = kind === 'textBeside' && now
  return (
    <>
      {text && (
        <NoteTextList
          text={text}
          sides={sides}
          languages={languages}
          title={isCompared ? t('adoption.yours') : undefined}
        />
      )}
      {isCompared && (
        <NoteTextList text={now} sides={sides} languages={languages} title={t('adoption.now')} />
      )}
    </>
  )
}

function NoteTextList({
  text,
  title,
  sides,
  languages,
}: Omit<Props, 'notes' | 'shownIds'> & { text: Sides<string>; title?: string }) {
  const isSame = text.zh === text.en
  const columns = sides.length === 2 && !isSame ? 'lg:grid-cols-2' : ''
  return (
    <>
      {title && <p className="mt-2 text-base-content/75 text-sm">{title}</p>}
      <div className={`grid gap-x-8 gap-y-1 ${columns}`}>
        {(isSame ? sides.slice(0, 1) : sides).map((side) => (
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
