/** Whoever a social provider says is at the screen. */
export interface SocialPerson {
  /** The provider's own, lasting name for the person. */
  subject: string
  nickname: string
}

/** A way to come in by an account elsewhere. */
export interface SocialProvider {
  name: 'wechat' | 'demo'
  /** Where to send the browser; it comes back to `returnTo` with `state` and, unless refused, a code. */
  pageFor(state: string, returnTo: string): string
  /** Throws SOCIAL_FAILED when the code is not good or the provider does not answer. */
  personFor(code: string): Promise<SocialPerson>
}
