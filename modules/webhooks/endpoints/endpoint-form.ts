import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import { someTicked } from '#src/http/checkboxes.ts'
import { isPublic } from '#src/http/services/public-get.ts'
import { EVENT_TYPES } from '../event-types.ts'
import { localHosts } from '../sending/post.ts'

/** 443 and the usual one beside it, so that nobody scans the ports of others through us. */
const PORTS = ['', '8443']

/** What the name of a host resolves to is checked at each attempt. */
function isAllowed(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  if (username || password) return false
  if (localHosts().includes(hostname)) return protocol === 'http:' || protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) ? !isPublic(host) : !hostname.includes('.')) return false
  return protocol === 'https:' && PORTS.includes(port)
}

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
      v.check(isAllowed, 'webhooks.problem.url'),
      v.transform(withoutFragment),
    ),
    description: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(100, 'common.problem.tooLong')),
    ...v.entriesFromList(EVENT_TYPES, v.optional(v.string())),
  }),
  someTicked(EVENT_TYPES, { group: 'types', problem: 'webhooks.problem.types' }),
  v.transform(({ url, description, ...ticked }) => ({
    url,
    description,
    types: EVENT_TYPES.filter((type) => ticked[type] === 'yes'),
  })),
)

export type EndpointInput = v.InferOutput<typeof EndpointForm>
