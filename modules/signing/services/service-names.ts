import type { ProviderName } from '../providers/provider-name.ts'

/** The names by which the services are known in every language. */
export const SERVICE_NAMES: Record<ProviderName, string> = {
  builtin: 'Qishu 契书',
  esign: 'e签宝',
  tencent: '腾讯电子签',
  docusign: 'DocuSign',
}
