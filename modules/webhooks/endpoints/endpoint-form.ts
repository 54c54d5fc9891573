import * as v from 'valibot'
import { someTicked } from '#src/http/checkboxes.ts'
import { isPublicAddress } from '#src/http/services/public-address.ts'
import { EVENT_TYPES } from '../event-types.ts'

function withoutFragment(text: string): string {
  const url = new URL(text)
  url.hash = ''
  return url.href
}

/** The form of an endpoint: a checkbox for each type of event. */
export const EndpointForm = v.pipe(
  v.object({
    url: v.pipe(
      v.string('common.problem.required'),
      v.trim(),
      v.nonEmpty('common.problem.required'),
      v.maxLength(500, 'common.problem.tooLong'),
      v.check(isPublicAddress, 'webhooks.problem.url'),
      v.transform(withoutFragment),
    ),
    description: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(100, 'common.problem.tooLong')),
    ...v.entriesFromList(EVENT_TYPES, v.optional(v.string())),
  }),
  someTicked(EVENT_TYPES, { group: 'types', problem: 'webhooks.problem.types' }),
  v.transform(({ url, description, ...checkboxes }) => ({
    url,
    description,
    types: EVENT_TYPES.filter((type) => checkboxes[type] === 'yes'),
  })),
)

export type EndpointInput = v.InferOutput<typeof EndpointForm>
