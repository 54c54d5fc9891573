import type { FormState } from '#src/http/body.ts'
import { TextField } from '#views/forms.tsx'

interface Props extends Pick<FormState, 'values' | 'problems'> {
  /** Null: the field is left out. */
  email: { label: string; required: boolean } | null
  phone: { label: string; required: boolean } | null
}

/** The fields of a person's mailbox and mobile number. */
export function ContactFields({ email, phone, values, problems }: Props) {
  const form = { values, problems }
  return (
    <>
      {email && <TextField {...email} {...form} name="email" inputMode="email" maxLength={254} />}
      {phone && <TextField {...phone} {...form} name="phone" inputMode="tel" maxLength={30} />}
    </>
  )
}
