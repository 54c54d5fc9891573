import { type Signal, useSignal } from '@preact/signals-react'
import { useEffect } from 'react'
import { answerTo } from '#islands/client.ts'
import type { PreviewAnswer } from '#modules/signing/preview.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { call } from '#views/scripts/requests/call.ts'
import { previewKey } from './places.ts'

/** Milliseconds without a further change before the preview is requested again. */
const REQUEST_DELAY_MS = 600

/** Undefined while the first preview is being made; null if it cannot be made. */
export type Preview = PreviewAnswer | null | undefined

async function fetchPreview(documentId: string): Promise<PreviewAnswer | null> {
  const answer = await answerTo<PreviewAnswer>(call(`/mgmt/${documentId}/signing-preview`), true)
  return answer?.model ?? null
}

/**
 * The preview of the file to send. It is requested again after a change of the signatories or their names
 * that affects it, once the change is saved.
 */
export function usePreview(
  documentId: string,
  list: SignatoryEntry[],
  saving: { isImported: boolean; isUnsaved: boolean; settled: () => Promise<boolean> },
): Signal<Preview> {
  const preview = useSignal<Preview>(undefined)
  const currentKey = saving.isImported ? '' : previewKey(list)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `currentKey` stands for the whole list
  useEffect(() => {
    let isCancelled = false
    const request = async () => {
      if (!(await saving.settled())) return
      const newPreview = await fetchPreview(documentId)
      // Keeps the old preview if there is no new one.
      if (!isCancelled) preview.value = newPreview ?? preview.value ?? null
    }
    const timer = setTimeout(request, preview.value === undefined ? 0 : REQUEST_DELAY_MS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [documentId, currentKey, saving.isUnsaved])
  return preview
}
