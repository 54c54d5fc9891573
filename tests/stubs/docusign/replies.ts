import type { Reply } from '../services/server.ts'

export const ok = (body: object, status = 200): Reply => ({ status, body: JSON.stringify(body) })

/** An error response of the API. */
export const refusal = (errorCode: string, status = 400, message = `${errorCode} happened`): Reply => ({
  ...ok({ errorCode, message }, status),
  headers: { 'x-docusign-tracetoken': '4ff9-trace' },
})
