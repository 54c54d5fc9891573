import { Fragment } from 'react'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { StateWord, Tag, type Tone } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { answerTo, type Checklist } from '../checklist.ts'
import { type Point, VERDICTS, type Verdict } from '../schema.ts'
import { useTexts } from './words.ts'

/** An answer that was refused, as it was typed. */
export interface RefusedPoint {
  values: Record<string, string>
  problem?: MessageKey
}

interface Props {
  list: Checklist
  point: Point
  refused?: RefusedPoint
}

const TONES: Record<Verdict, Tone> = {
  ok: 'success',
  missing: 'error',
  negotiate: 'warning',
  inapplicable: 'plain',
}

/** One point: what to look for, why, the text in the library, and the reader's answer. */
export function PointItem({ list, point, refused }: Props) {
  const t = useTranslations('checklists')
  const mayEdit = useMay('document.create')
  const answer = answerTo(list, point.id)
  return (
    <>
      <PointWords point={point} />
      {mayEdit ? (
        <AnswerForm list={list} point={point} refused={refused} />
      ) : (
        answer.verdict && (
          <p className="mt-2">
            <StateWord tone={TONES[answer.verdict]}>{t(`verdict.${answer.verdict}`)}</StateWord>
            {answer.note && <span className="wrap-anywhere block whitespace-pre-line">{answer.note}</span>}
          </p>
        )
      )}
    </>
  )
}

function PointWords({ point }: { point: Point }) {
  const t = useTranslations('checklists')
  const { twin, words } = useTexts()
  const { questions, guidance, advice, statutory, text } = point
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="wrap-anywhere font-medium">
          {questions.length
            ? t('states', { what: questions.map(words).join(t('comma')) })
            : beginningOf(twin(text))}
        </span>
        {statutory && <Tag accent>{t('statutory')}</Tag>}
      </p>
      {guidance && <p className="mt-1 text-base-content/80 text-sm">{words(guidance)}</p>}
      {advice.length > 0 && (
        <ul className="mt-1 list-disc ps-5 text-sm">
          {advice.map((one) => (
            <li key={one.zh_CN}>{words(one)}</li>
          ))}
        </ul>
      )}
      <details className="mt-1 text-sm">
        <summary className="w-fit cursor-pointer text-primary">{t('wording')}</summary>
        <blockquote className="mt-1 border-base-300 border-s-2 ps-3 font-serif">
          {twin(text)
            .split('\n')
            .map((line) => (
              <Fragment key={line}>
                {line}
                <br />
              </Fragment>
            ))}
        </blockquote>
      </details>
    </>
  )
}

const MAX_QUOTE_LENGTH = 90

/** The beginning of a text, for a point that asks for no particular value. */
const beginningOf = (text: string) =>
  text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text

function AnswerForm({ list, point, refused }: Props) {
  const t = useTranslations('checklists')
  const translateAny = useTranslations()
  const storedAnswer = answerTo(list, point.id)
  const verdict = refused?.values.verdict ?? storedAnswer.verdict
  const note = refused?.values.note ?? storedAnswer.note
  const action = `/mgmt/${list.document_id}/checklist/points`
  return (
    <form
      method="post"
      action={action}
      hx-post={action}
      hx-trigger="submit, change, input delay:1s"
      hx-target="#checklist-progress"
      hx-swap="outerHTML"
      className="mt-2 grid gap-2"
    >
      <input type="hidden" name="point" value={point.id} />
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="sr-only">{t('answer')}</legend>
        {VERDICTS.map((one) => (
          <label key={one} className="flex items-center gap-1.5 text-sm">
            <input
              type="radio"
              name="verdict"
              value={one}
              defaultChecked={verdict === one}
              className="radio radio-sm"
            />
            {t(`verdict.${one}`)}
          </label>
        ))}
      </fieldset>
      <label className="text-sm">
        <span className="sr-only">{t('note')}</span>
        <textarea
          name="note"
          rows={1}
          maxLength={2000}
          defaultValue={note}
          placeholder={t('note')}
          className={`textarea field-sizing-content min-h-9 w-full ${refused?.problem ? 'textarea-error' : ''}`}
          aria-invalid={refused?.problem ? true : undefined}
        />
      </label>
      {refused?.problem && (
        <p role="alert" className="text-error text-sm">
          {translateAny(refused.problem)}
        </p>
      )}
      <noscript>
        <button type="submit" className="btn btn-sm btn-outline">
          {t('save')}
        </button>
      </noscript>
    </form>
  )
}
