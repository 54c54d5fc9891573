import * as v from 'valibot'
import type { MessageKey } from '#views/language/messages.ts'

/**
 * For the schema of a form, before what it is transformed to: at least one of these checkboxes is ticked. The
 * problem is that of their `group`, and is reported beside those of the other fields.
 */
export const someTicked = <Form extends object>(
  boxes: readonly string[],
  { group, problem }: { group: string; problem: MessageKey },
) =>
  v.rawCheck<Form>(({ dataset, addIssue }) => {
    const input = dataset.value as Record<string, unknown>
    if (boxes.some((box) => input[box] === 'yes')) return
    const place = { type: 'object', origin: 'value', input, key: group, value: undefined } as const
    addIssue({ message: problem, path: [place] })
  })
