import { now } from '#src/core/clock.ts'

export const CONSULTATION_STATES = [
  ...(['requested', 'examined', 'offered', 'accepted'] as const),
  ...(['declined', 'delivered', 'closed', 'withdrawn'] as const),
] as const
export type ConsultationState = (typeof CONSULTATION_STATES)[number]

interface StateMove {
  from: readonly ConsultationState[]
  /** The resulting state; undefined when the state does not change. */
  to?: ConsultationState
}

const OPEN_STATES = ['requested', 'examined', 'offered', 'accepted', 'declined', 'delivered'] as const

export type MoveName =
  // By the customer.
  | 'reply'
  | 'accept'
  | 'decline'
  | 'withdraw'
  | 'confirm'
  // By our staff.
  | 'take'
  | 'answer'
  | 'offer'
  | 'deliver'
  | 'close'

/** The permitted actions of the customer and our staff in each state, and the resulting state. */
export const MOVES: Record<MoveName, StateMove> = {
  reply: { from: OPEN_STATES },
  accept: { from: ['offered'], to: 'accepted' },
  decline: { from: ['offered'], to: 'declined' },
  withdraw: { from: ['requested', 'examined', 'offered', 'declined'], to: 'withdrawn' },
  confirm: { from: ['delivered'], to: 'closed' },
  take: { from: ['requested'], to: 'examined' },
  answer: { from: OPEN_STATES },
  offer: { from: ['requested', 'examined', 'offered', 'declined'], to: 'offered' },
  deliver: { from: ['accepted', 'delivered'], to: 'delivered' },
  close: { from: OPEN_STATES, to: 'closed' },
}

interface ConsultationStatus {
  state: ConsultationState
  /** The time until which an order of the offer can be paid. */
  order_until: Date | null
}

/** Whether an order of the offer can still be paid. */
export const isBeingPaid = ({ state, order_until }: ConsultationStatus) =>
  state === 'offered' && order_until !== null && order_until > now()

/** The actions that end the offer; they are not permitted while its order can be paid. */
const ENDS_OFFER: ReadonlySet<MoveName> = new Set(['decline', 'withdraw', 'offer', 'close'])

export const isAllowed = (move: MoveName, consultation: ConsultationStatus): boolean =>
  MOVES[move].from.includes(consultation.state) && !(ENDS_OFFER.has(move) && isBeingPaid(consultation))
