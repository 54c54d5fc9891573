/** A person as identified by a social provider. */
export interface SocialPerson {
  /** The provider's permanent id for the person. */
  subject: string
  nickname: string
}

/** A provider of social login (OAuth). */
export interface SocialProvider {
  name: 'wechat' | 'demo'
  /**
   * The address at the provider to which the browser is sent. The browser returns to `returnTo` with `state`
   * and, unless the person declined, a code.
   */
  authorisationUrl(state: string, returnTo: string): string
  /** Throws SOCIAL_FAILED when the code is invalid or the provider does not answer. */
  personFor(code: string): Promise<SocialPerson>
}
