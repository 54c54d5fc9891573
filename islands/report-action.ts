import { asCall, digestOf, newStamp, pairsOf, signedAddress } from '#views/scripts/requests/call.ts'

/** Not a secret: as public as the salts (`LOG_KEYS`). */
const LOG_KEY = 'qishu.log.web.1'

/**
 * Reports an action to the service log, without waiting for the result. Does nothing without https, because
 * the browser then has no digests with which to authenticate a report.
 */
export async function reportAction(
  fetcher: typeof fetch,
  actionEventCode: string,
  isDone: boolean,
  remark: string,
): Promise<void> {
  const action = { serviceCode: 'web', actionEventCode, actionResult: isDone ? 'yes' : 'no', remark }
  const stamp = newStamp()
  const auth = await digestOf(LOG_KEY + stamp.timestamp + stamp.nonce)
  if (!auth) return
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': stamp.timestamp,
    'x-nonce': stamp.nonce,
    'x-auth-key': auth,
    'x-auth-body': (await digestOf(auth + pairsOf(Object.entries(action))))!,
  }
  const body = JSON.stringify(action)
  const address = await signedAddress('/api/logs/users/logs', Object.entries(action), stamp)
  await fetcher(address, asCall({ method: 'POST', body, headers, keepalive: true })).catch(() => {})
}
