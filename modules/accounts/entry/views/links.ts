export interface Onward {
  /** Where to go once inside; empty for the home page. */
  returnUrl?: string
  /** The id of a login by a social provider that is bound to no account yet. */
  social?: string
}

/** A page of the account area with what must not be lost on the way there. */
export function linkTo(path: string, onward: Onward, more: Record<string, string> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...more, ...onward })) if (value) query.set(name, value)
  return query.size ? `${path}?${query}` : path
}
