import type { LanguageChoice, Side } from '#assembly/answers.ts'
import { langOf } from '#modules/printing/index.ts'
import type { FormState, Problems } from '#src/http/body.ts'
import { CheckField, described, FieldFrame, FieldNote, ProblemDetails } from '#views/forms.tsx'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { formAt, placeAt, type Reader } from '../reader.ts'

/** The open form of a reader, and its place. */
export interface OpenForm extends FormState {
  what: 'comment' | 'wording' | 'reply' | 'outcome'
  /** The place in the document, or the comment that is answered. */
  at: string
  side: Side
  /** The printed text of the clause, as the initial wording. */
  printed: string
}

/** The id of the link that opens a form; closing the form focuses it. */
export const formLinkId = (what: OpenForm['what'], at: string, side: Side) =>
  what === 'wording' ? `${what}-${side}-${at}` : `${what}-${at}`

/** The address with such a form open and focused. */
export function formOpen(reader: Reader, what: OpenForm['what'], at: string, side: Side): string {
  const place = encodeURIComponent(at)
  if (what === 'wording') return placeAt(reader, 'wording', `at=${place}&side=${side}`)
  return placeAt(reader, 'words', `${what === 'reply' ? 'of' : 'at'}=${place}`)
}

/** A comment, an answer, or a proposed text of a clause; after an error it keeps what was typed. */
export function CommentFormPart({
  doing,
  reader,
  languages,
}: {
  doing: OpenForm
  reader: Reader
  languages: LanguageChoice
}) {
  const t = useTranslations('review')
  const { what, at, side, printed, values = {}, problems, details = {} } = doing
  const reply = what === 'reply'
  return (
    <form
      method="post"
      action={formAt(reader, 'comments')}
      noValidate
      className="my-2 rounded-box border border-base-300 bg-base-200 p-3 font-sans"
      data-comment-form={`${what} ${at} ${what === 'wording' ? side : ''}`}
      data-address={formOpen(reader, what, at, side)}
    >
      <ProblemDetails value={details}>
        <input type="hidden" name="key" value={values.key ?? crypto.randomUUID()} />
        {reply ? (
          <input type="hidden" name="parent" value={at} />
        ) : (
          <>
            <input type="hidden" name="place" value={at} />
            <input type="hidden" name="quote" value={values.quote ?? ''} />
            {values.quote && <blockquote className="wrap-anywhere mb-2">“{values.quote}”</blockquote>}
            <FieldNote name="quote" problem={problems?.quote} />
          </>
        )}
        {what === 'wording' && (
          <>
            <input type="hidden" name="side" value={side} />
            <Area
              name="wording"
              label={t(`wordingIn.${side}`)}
              hint={t('wordingHint')}
              rows={6}
              lang={langOf(side, languages)}
              value={values.wording ?? printed}
              problems={problems}
              required
            />
          </>
        )}
        <Area
          name="words"
          label={t(what === 'wording' ? 'why' : reply ? 'answer' : 'comment.label')}
          rows={3}
          value={values.words ?? ''}
          problems={problems}
          required={what !== 'wording'}
        />
        {reader.mayBeInternal && !reply && (
          <CheckField name="internal" values={values}>
            {t('internalHint')}
          </CheckField>
        )}
        <p role="alert" hidden className="text-error text-sm" data-unsent>
          {t('unsent')}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <button type="submit" className="btn btn-primary btn-sm">
            {t(dynamicKey<'review'>(`send.${what}`))}
          </button>
          <a href={placeAt(reader, formLinkId(what, at, side))} className="btn btn-ghost btn-sm" data-cancels>
            {t('cancel')}
          </a>
        </div>
      </ProblemDetails>
    </form>
  )
}

interface AreaProps {
  name: string
  label: string
  value: string
  rows: number
  problems?: Problems
  hint?: string
  lang?: string
  required?: boolean
}

/** A text area that an address can focus, with the content above it in view. */
export function Area({ value, rows, lang, ...field }: AreaProps) {
  return (
    <FieldFrame {...field}>
      <textarea
        {...described(field)}
        rows={rows}
        lang={lang}
        defaultValue={value}
        className={`textarea w-full scroll-mt-72 bg-base-100 ${field.problems?.[field.name] ? 'textarea-error' : ''}`}
      />
    </FieldFrame>
  )
}
