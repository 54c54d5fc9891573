import type { ProviderName } from '../providers/provider-name.ts'

/** The names of the services, which are the same in every language. */
export const SERVICE_NAMES: Record<ProviderName, string> = {
  builtin: 'Qishu 契书',
  esign: 'e签宝',
  tencent: '腾讯电子签',
  docusign: 'DocuSign',
}
