export interface LoginParameters {
  /** The address to return to after the login; '' for the home page. */
  returnUrl?: string
  /** The id of a social login that is not bound to an account yet. */
  social?: string
}

/** The address of a page of the account area, with the state of the login. */
export function linkTo(
  path: string,
  parameters: LoginParameters,
  extraParameters: Record<string, string> = {},
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...extraParameters, ...parameters }))
    if (value) query.set(name, value)
  return query.size ? `${path}?${query}` : path
}
