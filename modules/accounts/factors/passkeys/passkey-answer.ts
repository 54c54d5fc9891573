import * as v from 'valibot'

const MOST = 16_384
const MOST_OF_ID = 2000

interface Answer {
  /** The id of the passkey. */
  id: string
}

/** What the browser answers for a passkey, as JSON in a hidden field; the library checks its other parts. */
export const PasskeyAnswer = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty('security.problem.noPasskey'),
  v.maxLength(MOST, 'security.problem.passkey'),
  v.check((text) => parsed(text) !== null, 'security.problem.passkey'),
  v.transform((text): Answer => parsed(text)!),
)

function parsed(text: string): Answer | null {
  try {
    const answer = JSON.parse(text) as Partial<Answer> | null
    return typeof answer?.id === 'string' && answer.id.length <= MOST_OF_ID ? (answer as Answer) : null
  } catch {
    return null
  }
}
