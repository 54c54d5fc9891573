import { type Signal, useSignal } from '@preact/signals-react'
import { useEffect } from 'react'
import { answerTo } from '#islands/client.ts'
import type { PreviewAnswer } from '#modules/signing/preview.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { call } from '#views/scripts/requests/call.ts'
import { printedFrom } from './places.ts'

/** Milliseconds after the last change that affects the preview. */
const PAUSE = 600

/** Undefined while it is being made for the first time; null when it cannot be made. */
export type Preview = PreviewAnswer | null | undefined

async function fetchPreview(documentId: string): Promise<PreviewAnswer | null> {
  const answer = await answerTo<PreviewAnswer>(call(`/mgmt/${documentId}/signing-preview`), true)
  return answer?.model ?? null
}

/**
 * The preview of the file to send. It is requested again when a change of the signatories or their names
 * affects it and is saved.
 */
export function usePreview(
  documentId: string,
  list: SignatoryEntry[],
  saving: { isImported: boolean; isUnsaved: boolean; settled: () => Promise<boolean> },
): Signal<Preview> {
  const preview = useSignal<Preview>(undefined)
  const depends = saving.isImported ? '' : printedFrom(list)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `depends` stands for the whole list
  useEffect(() => {
    let isOver = false
    const ask = async () => {
      if (!(await saving.settled())) return
      const next = await fetchPreview(documentId)
      // Keeps an old preview if there is no new one.
      if (!isOver) preview.value = next ?? preview.value ?? null
    }
    const timer = setTimeout(ask, preview.value === undefined ? 0 : PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [documentId, depends, saving.isUnsaved])
  return preview
}
