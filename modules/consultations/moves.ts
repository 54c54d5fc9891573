export const CONSULTATION_STATES = [
  ...(['requested', 'examined', 'offered', 'accepted'] as const),
  ...(['declined', 'delivered', 'closed', 'withdrawn'] as const),
] as const
export type ConsultationState = (typeof CONSULTATION_STATES)[number]

interface Move {
  from: readonly ConsultationState[]
  /** Undefined when the state does not change. */
  to?: ConsultationState
}

const OPEN = ['requested', 'examined', 'offered', 'accepted', 'declined', 'delivered'] as const

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

/** What the customer and our staff may do in which state, and the resulting state. */
export const MOVES: Record<MoveName, Move> = {
  reply: { from: OPEN },
  accept: { from: ['offered'], to: 'accepted' },
  decline: { from: ['offered'], to: 'declined' },
  withdraw: { from: ['requested', 'examined', 'offered', 'declined'], to: 'withdrawn' },
  confirm: { from: ['delivered'], to: 'closed' },
  take: { from: ['requested'], to: 'examined' },
  answer: { from: OPEN },
  offer: { from: ['requested', 'examined', 'offered', 'declined'], to: 'offered' },
  deliver: { from: ['accepted', 'delivered'], to: 'delivered' },
  close: { from: OPEN, to: 'closed' },
}

export const isAllowed = (move: MoveName, { state }: { state: ConsultationState }): boolean =>
  MOVES[move].from.includes(state)
