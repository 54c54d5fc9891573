import { characterName, unprintableIn } from '#assembly/characters/printable.ts'
import type { Problems } from '#src/http/body.ts'
import { described, FieldNote, ProblemDetails, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { FIELD } from '../signature.ts'
import type { Turn } from '../signer-link.ts'
import { SignatureUpload, uploadedPicture } from '../uploaded/signature-upload.tsx'

interface Props {
  turn: Turn
  /** Number of page pictures of an imported PDF; undefined if the page shows the text itself. */
  pages?: number
  values?: Record<string, string>
  problems?: Problems
}

const KINDS = ['typed', 'drawn', 'picture'] as const

/**
 * Draws, types or uploads a signature. Typing and uploading work without script. The page's script adds
 * drawing; on a phone it starts with drawing if the name is Chinese, because people usually write Chinese
 * names by hand.
 */
export function SignaturePad({ turn, pages, values, problems }: Props) {
  const t = useTranslations('signing')
  const chosenKind = KINDS.find((kind) => kind === values?.kind) ?? 'typed'
  return (
    <form
      method="post"
      action={`/signing/${turn.id}/signature#sign`}
      data-signature-form={!values?.kind && /\p{Script=Han}/u.test(turn.name) ? 'draw' : ''}
      className="flex flex-col gap-3"
    >
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
        <legend className="sr-only">{t('pad.how')}</legend>
        {KINDS.map((kind) => (
          <label key={kind} className="flex items-center gap-2">
            <input
              type="radio"
              name="kind"
              value={kind}
              defaultChecked={kind === chosenKind}
              className="radio radio-sm"
            />
            {t(`pad.${kind}`)}
          </label>
        ))}
      </fieldset>
      <div data-signature-part="typed">
        <label htmlFor="typed" className="text-sm">
          {t('pad.yourName')}
        </label>
        <input
          {...described({ name: 'typed', label: '', problems })}
          autoComplete="name"
          defaultValue={values?.typed ?? turn.name}
          maxLength={60}
          className={`input input-lg w-full font-serif ${problems?.typed ? 'input-error' : ''}`}
        />
        <ProblemDetails
          value={{
            characters: unprintableIn(values?.typed ?? '')
              .map(characterName)
              .join(' '),
          }}
        >
          <FieldNote name="typed" problem={problems?.typed} />
        </ProblemDetails>
      </div>
      <div data-signature-part="drawn" hidden>
        <p className="text-sm" id="pad-hint">
          {t('pad.hint')}
        </p>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: it is named by the hint above it */}
        <svg
          data-signature-pad
          viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
          role="img"
          aria-labelledby="pad-hint"
          aria-describedby={problems?.strokes ? 'strokes-note' : undefined}
          className="w-full max-w-xl touch-none rounded-field border border-base-content/40 border-dashed bg-white text-[#16243a]"
        >
          <path d={`M20 ${FIELD.height - 22}H${FIELD.width - 20}`} stroke="#c9c4b8" strokeWidth="1" />
          <g
            fill="none"
            stroke="currentColor"
            strokeWidth="2.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <p id="strokes-note" role="alert" hidden={!problems?.strokes} className="text-error text-sm">
          {t('problem.signature')}
        </p>
        <input type="hidden" name="strokes" defaultValue={values?.strokes} />
        <button type="button" className="btn btn-sm btn-ghost" data-signature-clear>
          {t('pad.clear')}
        </button>
      </div>
      <SignatureUpload turn={turn} values={values} problems={problems} />
      {turn.asks_place && <PlaceField values={values} problems={problems} />}
      <Preview turn={turn} values={values} />
      {pages && <ReadConfirmation pages={pages} />}
      <button type="submit" className="btn btn-primary btn-lg">
        {t('pad.sign')}
      </button>
    </form>
  )
}

/** Requires a checkbox until all pages were on the screen, so that a person reads before signing. */
function ReadConfirmation({ pages }: { pages: number }) {
  const t = useTranslations('signing.read')
  return (
    <div
      data-has-read
      data-words={JSON.stringify({
        some: t('some', { seen: '{seen}', all: '{all}' }),
        all: t('all', { pages }),
        needed: t('needed'),
      })}
      className="rounded-field border border-base-300 bg-base-200/60 p-3"
    >
      <label className="flex items-start gap-3 [&[hidden]]:hidden">
        <input type="checkbox" name="read" value="yes" required className="checkbox mt-0.5" />
        <span>{t('tick', { pages })}</span>
      </label>
      <p data-seen role="status" className="mt-1 text-base-content/75 text-sm empty:hidden" />
    </div>
  )
}

function PlaceField({ values, problems }: Omit<Props, 'turn'>) {
  const t = useTranslations('signing')
  const characters = unprintableIn(values?.place ?? '')
    .map(characterName)
    .join(' ')
  return (
    <ProblemDetails value={{ characters }}>
      <TextField
        name={'place'}
        label={t('pad.place')}
        hint={t('pad.placeHint')}
        values={values}
        problems={problems}
        maxLength={60}
      />
    </ProblemDetails>
  )
}

/** A preview of the signature in its line of the document, updated by the page's script. */
function Preview({ turn, values }: Pick<Props, 'turn' | 'values'>) {
  const t = useTranslations('signing')
  const picture = uploadedPicture(values)
  return (
    <figure
      data-signature-preview
      hidden
      className="rounded-field border border-base-300 bg-white p-4 text-[#16243a]"
    >
      <figcaption className="text-[#4b5563] text-sm">{t('pad.preview')}</figcaption>
      <p className="mt-2 font-serif text-sm">{t('party', { key: turn.party.toUpperCase() })}</p>
      <div className="flex h-24 items-end border-[#16243a]/50 border-b">
        <img
          data-preview-typed
          data-from={`/signing/${turn.id}/typed-name.svg`}
          alt=""
          hidden
          className="h-full [&[hidden]]:hidden"
        />
        {picture && (
          <img
            data-preview-picture
            src={picture}
            alt={t('pad.file')}
            className="h-full max-w-full object-contain object-left [&[hidden]]:hidden"
          />
        )}
        <svg
          data-preview-drawn
          viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
          aria-hidden="true"
          className="h-full"
        >
          <path fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
        </svg>
      </div>
      <p className="mt-1 font-serif text-sm">
        {turn.name}
        {turn.title && !turn.handed_over_from && <span className="block text-[#4b5563]">{turn.title}</span>}
      </p>
    </figure>
  )
}
