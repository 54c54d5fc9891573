import * as v from 'valibot'

const MOST = 16_384

/** What the browser answers for a passkey, as JSON in a hidden field; the library checks its parts. */
export const PasskeyAnswer = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty('security.problem.noPasskey'),
  v.maxLength(MOST, 'security.problem.passkey'),
  v.transform(parsed),
  v.looseObject({ id: v.pipe(v.string(), v.maxLength(2000)) }, 'security.problem.passkey'),
)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
