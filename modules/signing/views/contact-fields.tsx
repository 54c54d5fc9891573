import type { FormState } from '#src/http/body.ts'
import { TextField } from '#views/forms.tsx'

interface Props extends Pick<FormState, 'values' | 'problems'> {
  /** Null if the field is omitted. */
  email: { label: string; required: boolean } | null
  phone: { label: string; required: boolean } | null
}

/** The fields for a person's email address and mobile number. */
export function ContactFields({ email, phone, values, problems }: Props) {
  const form = { values, problems }
  return (
    <>
      {email && <TextField {...email} {...form} name="email" inputMode="email" maxLength={254} />}
      {phone && <TextField {...phone} {...form} name="phone" inputMode="tel" maxLength={30} />}
    </>
  )
}
