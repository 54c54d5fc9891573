import type { FormState } from '#src/http/body.ts'
import { TextField } from '#views/forms.tsx'

interface Props extends Pick<FormState, 'values' | 'problems'> {
  /** Null if the field is omitted. */
  email: { label: string; required: boolean } | null
  phone: { label: string; required: boolean } | null
}

/** The contact fields of another person, which browsers must not fill with the user's own address. */
export function ContactFields({ email, phone, values, problems }: Props) {
  const form = { values, problems }
  return (
    <>
      {email && (
        <TextField {...email} {...form} name="email" inputMode="email" maxLength={254} autoComplete="off" />
      )}
      {phone && (
        <TextField {...phone} {...form} name="phone" inputMode="tel" maxLength={30} autoComplete="off" />
      )}
    </>
  )
}
