import type { ReactNode } from 'react'
import { ProblemDetails, TextField } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { EntranceCard } from './entrance-card.tsx'

interface Props {
  title: string
  lead: string
  /** The document; omitted if the link alone does not prove that its reader may learn the name. */
  about?: { document_name: string; document_number: string }
  /** The state of the mail with the code. */
  delivery: 'underWay' | 'late' | 'refused'
  /** The address to which the form is sent. */
  action: string
  codeLabel: string
  /** The label of the field for a second code, sent by SMS. */
  phoneLabel?: string
  phoneRequired?: boolean
  /** The text of the button. */
  submitText: string
  values?: Record<string, string>
  problems?: Record<string, MessageKey>
  details?: Record<string, string | number>
  /** Other ways to continue, shown below the form. */
  children: ReactNode
}

/** The step in which a person enters the code from the mail. */
export function CodeStep({
  title,
  lead,
  about,
  delivery,
  action,
  codeLabel,
  phoneLabel,
  phoneRequired,
  submitText,
  values,
  problems,
  details = {},
  children,
}: Props) {
  return (
    <EntranceCard title={title} lead={lead} about={about}>
      <DeliveryNotice delivery={delivery} />
      <form method="post" action={action} noValidate className="mt-3">
        <ProblemDetails value={details}>
          <TextField
            name={'code'}
            label={codeLabel}
            values={values}
            problems={problems}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
          />
          {phoneLabel && (
            <TextField
              name="phone_code"
              label={phoneLabel}
              required={phoneRequired}
              values={values}
              problems={problems}
              inputMode="numeric"
              autoComplete="off"
              maxLength={10}
            />
          )}
        </ProblemDetails>
        <button type="submit" className="btn btn-primary mt-2 w-full">
          {submitText}
        </button>
      </form>
      {children}
    </EntranceCard>
  )
}

/** A notice that the mail is late or was refused; renders nothing while it is on its way. */
function DeliveryNotice({ delivery }: Pick<Props, 'delivery'>) {
  const t = useTranslations('common.codeDelivery')
  if (delivery === 'underWay') return null
  return (
    <p role="status" className="mt-3 border-warning border-l-2 pl-3">
      {t(delivery)}
    </p>
  )
}
