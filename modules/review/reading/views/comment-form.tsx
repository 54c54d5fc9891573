import type { LanguageChoice, Side } from '#assembly/answers.ts'
import { langOf } from '#modules/printing/index.ts'
import type { FormState, Problems } from '#src/http/body.ts'
import { described, FieldFrame, FieldNote, ProblemDetails } from '#views/forms.tsx'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import type { Outsider } from '../audience.ts'
import { AUDIENCES } from '../comment-form.ts'
import { formAt, placeAt, type Reader } from '../reader.ts'

/** The form that the reader has open, and its place. */
export interface OpenForm extends FormState {
  kind: 'comment' | 'wording' | 'reply'
  /** The part of the document, or the comment to answer. */
  target: string
  side: Side
  /** The clause as printed, which is the initial wording. */
  printed: string
  /** Whether the comment to answer is internal, which makes the answer internal too. */
  toInternal?: boolean
}

/** The id of the link that opens a form; focused when the form is closed. */
export const formLinkId = (kind: OpenForm['kind'], target: string, side: Side) =>
  kind === 'wording' ? `${kind}-${side}-${target}` : `${kind}-${target}`

/** The URL of the page with this form open and focused. */
export function formOpen(
  reader: Reader,
  kind: OpenForm['kind'],
  target: string,
  side: Side,
  quote = '',
): string {
  const place = encodeURIComponent(target)
  const quoteQuery = quote && `&quote=${encodeURIComponent(quote)}`
  if (kind === 'wording') return placeAt(reader, 'wording', `at=${place}&side=${side}${quoteQuery}`)
  return placeAt(reader, 'words', `${kind === 'reply' ? 'of' : 'at'}=${place}${quoteQuery}`)
}

/**
 * The form for a comment, an answer, or a proposed wording of a clause; after an error it keeps the input.
 */
export function CommentFormPart({
  form,
  reader,
  languages,
  sides,
}: {
  form: OpenForm
  reader: Reader
  languages: LanguageChoice
  /** The languages in which another wording can be proposed for this part. */
  sides: Side[]
}) {
  const t = useTranslations('review')
  const { kind, target, side, printed, values = {}, problems, details = {} } = form
  const isReply = kind === 'reply'
  return (
    <form
      method="post"
      action={formAt(reader, 'comments')}
      noValidate
      className="my-2 rounded-box border border-base-300 bg-base-200 p-3 font-sans"
      data-comment-form={`${kind} ${target} ${kind === 'wording' ? side : ''}`}
      data-address={formOpen(reader, kind, target, side)}
    >
      {!isReply && sides.length > 0 && <KindSwitch form={form} reader={reader} sides={sides} />}
      <ProblemDetails value={details}>
        <input type="hidden" name="key" value={values.key ?? crypto.randomUUID()} />
        {isReply ? (
          <input type="hidden" name="parent" value={target} />
        ) : (
          <>
            <input type="hidden" name="place" value={target} />
            <input type="hidden" name="quote" value={values.quote ?? ''} />
            {values.quote && <blockquote className="wrap-anywhere mb-2">“{values.quote}”</blockquote>}
            <FieldNote name="quote" problem={problems?.quote} />
          </>
        )}
        {kind === 'wording' && (
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
          label={t(kind === 'wording' ? 'why' : isReply ? 'answer' : 'comment.label')}
          rows={3}
          value={values.words ?? ''}
          problems={problems}
          required={kind !== 'wording'}
        />
        {reader.mayBeInternal && <AudienceChoice form={form} reader={reader} />}
        <p role="alert" hidden className="text-error text-sm" data-unsent>
          {t('unsent')}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <button type="submit" className="btn btn-primary btn-sm">
            {t(dynamicKey<'review'>(`send.${kind}`))}
          </button>
          <a
            href={placeAt(reader, formLinkId(isReply ? kind : 'comment', target, side))}
            className="btn btn-ghost btn-sm"
            data-cancels
          >
            {t('cancel')}
          </a>
        </div>
      </ProblemDetails>
    </form>
  )
}

/** Switches between a comment and a proposal in one of the languages. */
function KindSwitch({ form, reader, sides }: { form: OpenForm; reader: Reader; sides: Side[] }) {
  const t = useTranslations('review')
  const quote = form.values?.quote
  const link = (kind: 'comment' | 'wording', side: Side, words: string) => {
    const isCurrent = form.kind === kind && (kind === 'comment' || form.side === side)
    return (
      <a
        key={`${kind} ${side}`}
        href={formOpen(reader, kind, form.target, side, quote)}
        aria-current={isCurrent ? 'true' : undefined}
        className={`btn btn-xs ${isCurrent ? 'btn-neutral' : 'btn-outline'}`}
      >
        {words}
      </a>
    )
  }
  return (
    <nav aria-label={t('comment.ways')} className="mb-2 flex flex-wrap gap-1.5">
      {link('comment', sides[0]!, t('comment.add'))}
      {sides.map((side) => link('wording', side, t(sides.length > 1 ? `propose.${side}` : 'propose.only')))}
    </nav>
  )
}

/** The audience of a team member's comment: by default the team only. */
function AudienceChoice({ form, reader }: { form: OpenForm; reader: Reader }) {
  const t = useTranslations('review.audience')
  const { toInternal, values = {} } = form
  if (toInternal) return <p className="py-1 text-base-content/75 text-sm">{t('likeParent')}</p>
  return (
    <fieldset className="py-1 text-sm">
      <legend className="mb-1">{t('legend')}</legend>
      {AUDIENCES.map((audience) => (
        <label key={audience} className="flex items-start gap-2 py-0.5">
          <input
            type="radio"
            name="audience"
            value={audience}
            defaultChecked={(values.audience ?? 'team') === audience}
            className="radio radio-sm mt-0.5"
          />
          <span className="wrap-anywhere min-w-0">
            {audience === 'team' ? t('team') : <ForAll outsiders={reader.outsiders} />}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The choice "everyone", with the names of the external reviewers. */
function ForAll({ outsiders }: Pick<Reader, 'outsiders'>) {
  const t = useTranslations('review.audience')
  return outsiders.length ? t('all', { names: namesOf(outsiders, t('and')) }) : t('allLater')
}

export const namesOf = (outsiders: Outsider[], and: string) =>
  outsiders.map(({ name, organisation }) => (organisation ? `${name} (${organisation})` : name)).join(and)

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

/** A text area that a URL can focus while the content above stays in view. */
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
