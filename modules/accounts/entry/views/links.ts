export interface LoginParameters {
  /** Address to go to after the login; empty for the home page. */
  returnUrl?: string
  /** The id of a social login that is bound to no account yet. */
  social?: string
}

/** The address of a page of the account area, with the state to carry on. */
export function linkTo(path: string, onward: LoginParameters, more: Record<string, string> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...more, ...onward })) if (value) query.set(name, value)
  return query.size ? `${path}?${query}` : path
}
