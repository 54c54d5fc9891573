import type { Answers } from '#assembly/answers.ts'
import { isSignedOut, reportFrozen, send } from '#islands/client.ts'

export interface NewerAnswers {
  version: number
  answers: Answers
  savedBy: string
  savedAt: string
}

/** Result of a save. `lost`: it is unknown whether the save arrived. */
export type Reply =
  | { kind: 'saved'; version: number; savedAt: string }
  | { kind: 'conflict'; conflict: NewerAnswers }
  | { kind: 'lost' }
  | { kind: 'signedOut' }
  | { kind: 'refused'; message: string }

interface Envelope {
  success: boolean
  model: unknown
  errorCode: string | null
  errorMsg: string | null
}

/** Sends the answers and reads the reply; never throws. */
export async function sendAnswers(
  fetcher: typeof fetch,
  id: string,
  body: { version: number; answers: Answers; cause?: 'replace' },
): Promise<Reply> {
  try {
    const response = await send(fetcher, 'PUT', `/mgmt/${id}/answers`, body)
    if (isSignedOut(response)) return { kind: 'signedOut' }
    if (response.status >= 500 || [408, 429].includes(response.status)) return { kind: 'lost' }
    return readReply((await response.json()) as Envelope)
  } catch {
    return { kind: 'lost' }
  }
}

function readReply({ success, model, errorCode, errorMsg }: Envelope): Reply {
  if (success) return { kind: 'saved', ...(model as { version: number; savedAt: string }) }
  if (errorCode === 'DOCUMENT_CONFLICT' && model) return { kind: 'conflict', conflict: model as NewerAnswers }
  if (errorCode === 'ACCESS_CHECK') return { kind: 'signedOut' }
  if (errorCode === 'ACCOUNT_FREEZE_OR_DEACTIVATE') reportFrozen()
  return { kind: 'refused', message: errorMsg ?? errorCode ?? '' }
}
