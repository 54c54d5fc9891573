import * as v from 'valibot'
import type { MessageKey } from '#views/language/messages.ts'

/**
 * A check for the schema of a form, before its transformation: at least one of these checkboxes must be
 * ticked. The problem is reported for `group`, together with the problems of other fields.
 */
export const someTicked = <Form extends object>(
  boxes: readonly string[],
  { group, problem }: { group: string; problem: MessageKey },
) =>
  v.rawCheck<Form>(({ dataset, addIssue }) => {
    const input = dataset.value as Record<string, unknown>
    if (boxes.some((box) => input[box] === 'yes')) return
    const pathItem = { type: 'object', origin: 'value', input, key: group, value: undefined } as const
    addIssue({ message: problem, path: [pathItem] })
  })
