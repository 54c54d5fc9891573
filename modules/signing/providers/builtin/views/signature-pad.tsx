import { named, unprintableIn } from '#modules/documents/index.ts'
import { described, FieldNote, ProblemDetails } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { FIELD } from '../signature.ts'

interface Props {
  action: string
  name: string
  values?: Record<string, string>
  problems?: Record<string, string>
}

/** Draw or type. Without script the typed way works alone; the page script brings the drawing to life. */
export function SignaturePad({ action, name, values, problems }: Props) {
  const t = useTranslations('signing')
  const chosen = values?.kind === 'drawn' ? 'drawn' : 'typed'
  return (
    <form method="post" action={action} data-signature-form className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
        <legend className="sr-only">{t('pad.how')}</legend>
        {(['typed', 'drawn'] as const).map((kind) => (
          <label key={kind} className="flex items-center gap-2">
            <input
              type="radio"
              name="kind"
              value={kind}
              defaultChecked={kind === chosen}
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
          defaultValue={values?.typed ?? name}
          maxLength={60}
          className={`input input-lg w-full font-serif ${problems?.typed ? 'input-error' : ''}`}
        />
        <ProblemDetails
          value={{
            characters: unprintableIn(values?.typed ?? '')
              .map(named)
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
        </svg>
        <FieldNote name="strokes" problem={problems?.strokes} />
        <input type="hidden" name="strokes" />
        <button type="button" className="btn btn-sm btn-ghost" data-signature-clear>
          {t('pad.clear')}
        </button>
      </div>
      <button type="submit" className="btn btn-primary btn-lg">
        {t('pad.sign')}
      </button>
    </form>
  )
}
