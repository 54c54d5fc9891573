import { ProviderError } from '../remote/provider-error.ts'
import type { TencentSettings } from './settings.ts'

/** Maximum size of a file in bytes. */
const MAX_FILE_BYTES = 100_000_000

/**
 * The bytes at a URL that the service returned. Throws a ProviderError 'misconfigured' for a host not in
 * `downloadHosts`, without contacting it.
 */
export async function fetchPdf(
  address: string,
  { api, downloadHosts, timeouts }: Pick<TencentSettings, 'api' | 'downloadHosts' | 'timeouts'>,
): Promise<Uint8Array> {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || url.protocol !== new URL(api).protocol || !downloadHosts.some((host) => isHost(url, host)))
    throw new ProviderError('misconfigured', 'download-host', `No file may be loaded from ${url?.host}`)
  const bytes = await download(url, timeouts.file).catch((error) =>
    Promise.reject(
      error instanceof ProviderError
        ? error
        : new ProviderError('unavailable', 'download', 'The file could not be loaded', { cause: error }),
    ),
  )
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
    throw new ProviderError('unavailable', 'download', 'The file is no PDF')
  return bytes
}

const isHost = ({ host }: URL, allowed: string) =>
  allowed.startsWith('.') ? host.endsWith(allowed) : host === allowed

async function download(url: URL, timeout: number): Promise<Uint8Array> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeout) })
  if (!response.ok || !response.body) throw new Error(`Status ${response.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    size += part.length
    if (size > MAX_FILE_BYTES) throw new ProviderError('refused', 'file-size', 'The file is too large')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
