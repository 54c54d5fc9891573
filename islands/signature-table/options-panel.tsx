import type { SigningOptions } from '#modules/signing/schema.ts'
import { useWords } from './words.ts'

interface Props {
  options: SigningOptions
  onChange: (options: SigningOptions) => void
}

export const MAX_DAYS = 90
export const MAX_MESSAGE_LENGTH = 1000

const INTERVALS = [0, 1, 2, 3, 5, 7, 14]

export const areDaysWrong = ({ days }: SigningOptions) =>
  !Number.isInteger(days) || days < 1 || days > MAX_DAYS

function intervalWords(t: ReturnType<typeof useWords>, days: number): string {
  if (days === 0) return t('options.never')
  return days === 1 ? t('options.daily') : t('options.every', { days })
}

/** The deadline, the reminders, and the message to all signatories. */
export function OptionsPanel({ options, onChange }: Props) {
  const t = useWords()
  const { days, reminderDays, message } = options
  const isWrong = areDaysWrong(options)
  return (
    <section
      aria-labelledby="options-title"
      className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-4 sm:grid-cols-2"
    >
      <h2 id="options-title" className="font-serif text-lg sm:col-span-2">
        {t('options.title')}
      </h2>
      <div>
        <label htmlFor="signing-days" className="text-base-content/75 text-xs">
          {t('options.days')}
        </label>
        <input
          id="signing-days"
          type="number"
          min={1}
          max={MAX_DAYS}
          value={Number.isNaN(days) ? '' : days}
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong ? 'signing-days-note' : undefined}
          onChange={(event) => onChange({ ...options, days: event.currentTarget.valueAsNumber })}
          className={`input input-sm w-full ${isWrong ? 'input-error' : ''}`}
        />
        {isWrong && (
          <p id="signing-days-note" role="alert" className="mt-1.5 text-error text-xs">
            {t('options.daysWrong', { max: MAX_DAYS })}
          </p>
        )}
      </div>
      <div>
        <label htmlFor="signing-reminders" className="text-base-content/75 text-xs">
          {t('options.reminders')}
        </label>
        <select
          id="signing-reminders"
          value={reminderDays}
          onChange={(event) => onChange({ ...options, reminderDays: Number(event.currentTarget.value) })}
          className="select select-sm w-full"
        >
          {INTERVALS.map((interval) => (
            <option key={interval} value={interval}>
              {intervalWords(t, interval)}
            </option>
          ))}
        </select>
      </div>
      <div className="sm:col-span-2">
        <label htmlFor="signing-message" className="text-base-content/75 text-xs">
          {t('options.message')}
        </label>
        <textarea
          id="signing-message"
          rows={3}
          maxLength={MAX_MESSAGE_LENGTH}
          value={message}
          aria-describedby="signing-message-note"
          onChange={(event) => onChange({ ...options, message: event.currentTarget.value })}
          className="textarea textarea-sm w-full"
        />
        <p id="signing-message-note" className="mt-1.5 text-base-content/75 text-xs">
          {t('options.messageHint')}
        </p>
      </div>
    </section>
  )
}
