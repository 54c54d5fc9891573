import * as v from 'valibot'

const MAX_ANSWER_LENGTH = 16_384
const MAX_ID_LENGTH = 2000

interface Answer {
  /** The id of the passkey. */
  id: string
}

/** The browser's answer for a passkey, as JSON in a hidden field; the library checks its other parts. */
export const PasskeyAnswer = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty('security.problem.noPasskey'),
  v.maxLength(MAX_ANSWER_LENGTH, 'security.problem.passkey'),
  v.check((text) => parseAnswer(text) !== null, 'security.problem.passkey'),
  v.transform((text): Answer => parseAnswer(text)!),
)

function parseAnswer(text: string): Answer | null {
  try {
    const answer = JSON.parse(text) as Partial<Answer> | null
    return typeof answer?.id === 'string' && answer.id.length <= MAX_ID_LENGTH ? (answer as Answer) : null
  } catch {
    return null
  }
}
