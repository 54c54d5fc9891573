/** The e-sign providers; each has its folder beside this file. */
export type ProviderName = 'builtin' | 'esign' | 'tencent' | 'docusign'

/** The providers that are services of other companies. */
export type ServiceName = Exclude<ProviderName, 'builtin'>

export const SERVICES = ['esign', 'tencent', 'docusign'] as const satisfies ServiceName[]

/** Whether a service only appends to a file; one that rewrites it invalidates the earlier signatures. */
export const KEEPS_SIGNATURES: Record<ServiceName, boolean> = {
  esign: true,
  tencent: true,
  docusign: false,
}
