/** The e-sign providers; each has a folder beside this file. */
export type ProviderName = 'builtin' | 'esign' | 'tencent' | 'docusign'

/** The providers that are other companies' services. */
export type ServiceName = Exclude<ProviderName, 'builtin'>

export const SERVICES = ['esign', 'tencent', 'docusign'] as const satisfies ServiceName[]

/**
 * Whether a service only appends to a file. A service that rewrites the file invalidates earlier signatures.
 */
export const KEEPS_SIGNATURES: Record<ServiceName, boolean> = {
  esign: true,
  tencent: true,
  docusign: false,
}
