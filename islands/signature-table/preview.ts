import { type Signal, useSignal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { PreviewAnswer } from '#modules/signing/preview.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { printedFrom } from './places.ts'

/** After the last change that the file depends on, in milliseconds. */
const PAUSE = 600

/** Nothing while it is being made for the first time; null where it cannot be made. */
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
 * What is going to be sent out, asked for anew when who signs in a block, or their names, have changed and
 * are kept.
 */
export function usePreview(
  documentId: string,
  list: SignatoryEntry[],
  { isImported, flush }: { isImported: boolean; flush: () => Promise<boolean> },
): Signal<Preview> {
  const preview = useSignal<Preview>(undefined)
  const depends = isImported ? '' : printedFrom(list)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one text stands for all that it depends on
  useEffect(() => {
    let isOver = false
    const ask = async () => {
      if (!(await flush())) return
      const next = await fetchPreview(documentId)
      // What is there is better than nothing.
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
