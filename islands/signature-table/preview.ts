import { type Signal, useSignal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { PreviewAnswer } from '#modules/signing/preview.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { printedFrom } from './places.ts'

/** Milliseconds after the last change that affects the preview. */
const PAUSE = 600

/** Undefined while it is being made for the first time; null when it cannot be made. */
export type Preview = PreviewAnswer | null | undefined

async function fetchPreview(documentId: string): Promise<PreviewAnswer | null> {
  try {
    const answer = await fetch(`/mgmt/${documentId}/signing-preview`, {
      headers: { accept: 'application/json' },
    })
    return answer.ok ? (await answer.json()).model : null
  } catch {
    return null
  }
}

/**
 * The preview of the file to send. It is requested again when a change of the signatories or their names
 * affects it and is saved.
 */
export function usePreview(
  documentId: string,
  list: SignatoryEntry[],
  { isImported, flush }: { isImported: boolean; flush: () => Promise<boolean> },
): Signal<Preview> {
  const preview = useSignal<Preview>(undefined)
  const depends = isImported ? '' : printedFrom(list)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `depends` stands for the whole list
  useEffect(() => {
    let isOver = false
    const ask = async () => {
      if (!(await flush())) return
      const next = await fetchPreview(documentId)
      // An old preview is better than none.
      if (!isOver) preview.value = next ?? preview.value ?? null
    }
    const timer = setTimeout(ask, preview.value === undefined ? 0 : PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [documentId, depends])
  return preview
}
