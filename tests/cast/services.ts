import { beginAuthorisation } from '#modules/signing/providers/remote/authorisation.ts'
import { offerService } from '#modules/signing/providers/remote/services.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { PlainService } from '#tests/stubs/plain/plain-service.ts'

/** One for the test worker, because copied worlds contain attempts created with it. */
let service: PlainService | undefined

/** Offers a service in memory under the name of e签宝, so that its routes exist. */
export function offerPlainService() {
  service ??= new PlainService({ finish: async (file) => file })
  offerService('esign', service)
  return service
}

/** Begins an authorisation at that service; returns the id of the attempt. */
export function beginAtService(db: Db, viewer: Viewer): Promise<string> {
  offerPlainService()
  const attempt = { provider: 'esign', as: 'individual', documentId: null, locale: 'en_US' } as const
  return beginAuthorisation(db, viewer, attempt)
}
