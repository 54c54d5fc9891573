import * as v from 'valibot'
import type { RemoteProgress, RemoteState } from '../remote/service.ts'
import { readBusinessNumber } from './business-number.ts'
import { unavailable } from './errors.ts'

const Field = v.object({
  customBizNum: v.nullish(v.string()),
  /** A string in the document's example and table, unlike all other statuses. */
  signFieldStatus: v.nullish(v.union([v.string(), v.number()])),
  statusUpdateTime: v.nullish(v.number()),
})

const Signer = v.object({
  signStatus: v.number(),
  signFields: v.nullish(v.array(Field)),
})

/** The fields that we read of a signing's detail. */
export const Detail = v.object({
  signFlowStatus: v.number(),
  signFlowDescription: v.nullish(v.string()),
  signFlowFinishTime: v.nullish(v.number()),
  signFlowConfig: v.nullish(v.object({ signFlowExpireTime: v.nullish(v.number()) })),
  signFlowInitiator: v.nullish(
    v.object({
      psnInitiator: v.nullish(v.object({ psnId: v.nullish(v.string()) })),
      orgInitiator: v.nullish(v.object({ orgId: v.nullish(v.string()) })),
    }),
  ),
  signers: v.nullish(v.array(Signer)),
})

export type Detail = v.InferOutput<typeof Detail>

const STATES: Record<number, RemoteState> = {
  0: 'draft',
  1: 'started',
  2: 'completed',
  3: 'revoked',
  5: 'expired',
  7: 'declined',
}

export function stateOf({ signFlowStatus }: Detail): RemoteState {
  const state = STATES[signFlowStatus]
  if (!state) throw unavailable('state', `The service has an unknown state: ${signFlowStatus}`)
  return state
}

type SignatoryState = RemoteProgress['signatories'][number]['state']

/** Status 3 waits for the institution's own approval of its seal. */
const SIGNER_STATES: Record<number, SignatoryState> = {
  0: 'waiting',
  1: 'invited',
  2: 'signed',
  3: 'invited',
  4: 'declined',
}

function signerState({ signStatus }: v.InferOutput<typeof Signer>): SignatoryState {
  const state = SIGNER_STATES[signStatus]
  if (!state) throw unavailable('state', `A signer has an unknown state: ${signStatus}`)
  return state
}

/** The service's default reasons for declining. */
const NO_REASON = ['拒签', '已拒签', '']

/**
 * A signatory may appear as two signers of the service: the institution's seal and the person who signs by
 * hand.
 */
export function progressOf(detail: Detail): RemoteProgress {
  const signers = detail.signers ?? []
  const numbers = signers.flatMap(({ signFields }) =>
    (signFields ?? []).flatMap(({ customBizNum }) => customBizNum || []),
  )
  const signatories = [...new Set(numbers)].flatMap((number) => {
    const ours = readBusinessNumber(number)
    if (!ours) return []
    const signatorySigners = signers.filter(({ signFields }) =>
      signFields?.some(({ customBizNum }) => customBizNum === number),
    )
    const state = commonState(signatorySigners.map(signerState))
    return {
      id: ours.id,
      state,
      // The service does not say which of its messages bounced.
      undelivered: false,
      level: state === 'signed' ? ours.level : null,
      at: answerTimeOf(state, signatorySigners, detail),
      reason: state === 'declined' ? reasonOf(detail) : null,
    }
  })
  return { state: stateOf(detail), signatories }
}

function commonState(states: SignatoryState[]): SignatoryState {
  if (states.includes('declined')) return 'declined'
  if (states.every((state) => state === 'signed')) return 'signed'
  return states.every((state) => state === 'waiting') ? 'waiting' : 'invited'
}

const DONE_STATUS = '4'

function answerTimeOf(
  state: SignatoryState,
  signatorySigners: v.InferOutput<typeof Signer>[],
  detail: Detail,
): Date | null {
  if (state === 'declined') return dateOf(detail.signFlowFinishTime)
  if (state !== 'signed') return null
  const doneTimes = signatorySigners
    .flatMap(({ signFields }) => signFields ?? [])
    .filter(({ signFieldStatus }) => String(signFieldStatus) === DONE_STATUS)
    .map(({ statusUpdateTime }) => statusUpdateTime ?? 0)
  return dateOf(Math.max(0, ...doneTimes))
}

const dateOf = (milliseconds: number | null | undefined) => (milliseconds ? new Date(milliseconds) : null)

function reasonOf({ signFlowDescription }: Detail): string | null {
  const reason = signFlowDescription?.trim() ?? ''
  return NO_REASON.includes(reason) ? null : reason
}
