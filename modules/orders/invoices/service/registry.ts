import { config } from '#src/core/config.ts'
import { tracedClient } from '#src/telemetry/spans.ts'
import type { EInvoiceService } from './e-invoice-service.ts'
import { httpService } from './http-service.ts'
import { stubService } from './stub-service.ts'

let service: EInvoiceService | null | undefined

/** The configured service; in a demo, one that issues samples; null if staff issue invoices by hand. */
export function eInvoiceService(): EInvoiceService | null {
  if (service === undefined) service = createService()
  return service
}

function createService(): EInvoiceService | null {
  const service = config.eInvoice ? httpService(config.eInvoice) : config.demo ? stubService : null
  return service && tracedClient('e-invoices', service, ['issue', 'query', 'reverse', 'queryReversal'])
}

/** Whether requests go to the service without a member of staff. */
export const isAutomatic = () => config.EINVOICE_AUTOMATIC && eInvoiceService() !== null

/** For tests. */
export function setEInvoiceService(newService: EInvoiceService | null | undefined) {
  service = newService
}
