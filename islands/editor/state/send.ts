import type { Answers } from '#assembly/answers.ts'
import { type Answer, faultOfError, isLoggedOut, send } from '#islands/client.ts'
import type { Fault } from '#views/faults.ts'
import { faultOf, isBlocking, reportFault } from '#views/scripts/requests/call.ts'

export interface NewerAnswers {
  version: number
  answers: Answers
  savedBy: string
  savedAt: string
}

/**
 * The result of a save. `lost`: it is unknown whether the save arrived; if there is no fault, there was no
 * network.
 */
export type Reply =
  | { kind: 'saved'; version: number; savedAt: string }
  | { kind: 'conflict'; conflict: NewerAnswers }
  | { kind: 'lost'; fault?: Fault }
  | { kind: 'signedOut' }
  | { kind: 'refused'; message: string }

/** Sends the answers and reads the response; never throws. */
export async function sendAnswers(
  fetcher: typeof fetch,
  id: string,
  body: { version: number; answers: Answers; cause?: 'replace' },
): Promise<Reply> {
  try {
    const response = await send(fetcher, 'PUT', `/mgmt/${id}/answers`, body)
    const { status } = response
    if (isLoggedOut(response)) {
      reportFault('ACCESS_CHECK')
      return { kind: 'signedOut' }
    }
    const fault = status === 429 ? 'UNAVAILABLE' : faultOf(status)
    return fault ? { kind: 'lost', fault } : readReply(await response.json())
  } catch (error) {
    const fault = faultOfError(error)
    return { kind: 'lost', fault: fault === 'OTHER' ? undefined : fault }
  }
}

function readReply({ success, model, errorCode, errorMsg }: Answer): Reply {
  if (success) return { kind: 'saved', ...(model as { version: number; savedAt: string }) }
  if (errorCode === 'DOCUMENT_CONFLICT' && model) return { kind: 'conflict', conflict: model as NewerAnswers }
  if (isBlocking(errorCode)) reportFault(errorCode)
  return { kind: 'refused', message: errorMsg ?? errorCode ?? '' }
}
