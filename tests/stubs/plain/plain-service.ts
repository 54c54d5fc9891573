import { createHmac, randomUUID } from 'node:crypto'
import { ProviderError } from '#modules/signing/providers/remote/provider-error.ts'
import type {
  Capabilities,
  RemoteAuthorisation,
  RemoteOrder,
  RemoteProgress,
  RemoteSender,
  RemoteService,
  RemoteSignatory,
} from '#modules/signing/providers/remote/service.ts'
import { now } from '#src/core/clock.ts'

type Step = Exclude<keyof RemoteService, 'capabilities' | 'acknowledgement' | 'readCallback'>

interface PlainPerson {
  signatory: RemoteSignatory
  state: RemoteProgress['signatories'][number]['state']
  at: Date | null
  reason: string | null
  undelivered: boolean
}

interface PlainSigning {
  id: string
  order: RemoteOrder
  expiresAt: Date
  state: RemoteProgress['state']
  people: PlainPerson[]
}

/** A callback with its address, headers and body. */
export interface PlainCallback {
  headers: Record<string, string>
  body: Uint8Array
}

interface Flow {
  sender: RemoteSender
  answer: RemoteAuthorisation
}

const KEY = 'key of the plain service'

const CAPABILITIES: Capabilities = {
  contacts: { email: true, phone: true },
  parallel: 'mixed',
  approvers: true,
  maximumSignatories: 20,
  seals: true,
  crossPageSeals: true,
  keepsSignatures: true,
  senders: ['individual', 'institution'],
  copies: false,
  remind: true,
  correctContact: true,
  extensions: 3,
  message: true,
  languages: ['en_US', 'zh_CN', 'zh_TW'],
  identityLevels: ['email', 'phone', 'real-name'],
  maximumBytes: 20 * 1024 * 1024,
  maximumDays: 365,
}

interface Options {
  /** Signs a file. */
  finish: (file: Uint8Array) => Promise<Uint8Array>
  capabilities?: Partial<Capabilities>
}

/**
 * An e-sign service in memory, as simple as the port allows, for tests of what is the same for every service.
 * Nothing happens by itself: a test signs, takes the callbacks and delivers them.
 */
export class PlainService implements RemoteService {
  capabilities: Capabilities
  readonly acknowledgement = { status: 200, contentType: 'text/plain', body: 'ok' } as const
  signings = new Map<string, PlainSigning>()
  callbacks: PlainCallback[] = []
  calls: Step[] = []
  flows = new Map<string, Flow>()
  /** The number of signings that were charged. */
  charged = 0
  /**
   * Throws to let a call fail, either before it takes effect, or after it, when only the response is lost.
   */
  failing: (step: Step, when: 'before' | 'after') => void = () => {}
  #finish: Options['finish']

  constructor({ finish, capabilities = {} }: Options) {
    this.#finish = finish
    this.capabilities = { ...CAPABILITIES, ...capabilities }
  }

  async #call<T>(step: Step, work: () => T | Promise<T>): Promise<T> {
    this.calls.push(step)
    this.failing(step, 'before')
    const answer = await work()
    this.failing(step, 'after')
    return answer
  }

  authorise(sender: RemoteSender) {
    return this.#call('authorise', () => {
      const flow = randomUUID()
      this.flows.set(flow, { sender, answer: { state: 'pending' } })
      return { flow, url: `https://plain.example/consent/${flow}` }
    })
  }

  authorisation(flow: string) {
    return this.#call('authorisation', () => this.#flow(flow).answer)
  }

  draft(order: RemoteOrder) {
    return this.#call('draft', () => {
      const id = randomUUID()
      const people = order.signatories.map((signatory): PlainPerson => {
        return { signatory, state: 'waiting', at: null, reason: null, undelivered: false }
      })
      this.signings.set(id, { id, order, expiresAt: order.expiresAt, state: 'draft', people })
      return id
    })
  }

  start(remoteId: string) {
    return this.#call('start', () => {
      const signing = this.#signing(remoteId)
      if (signing.state !== 'draft') return
      signing.state = 'started'
      this.charged += 1
      this.#invite(signing)
    })
  }

  progress(remoteId: string) {
    return this.#call('progress', (): RemoteProgress => {
      const { state, people } = this.#signing(remoteId)
      return {
        state,
        signatories: people.map(({ signatory, ...one }) => ({
          id: signatory.id,
          state: one.state,
          undelivered: one.undelivered,
          level: one.state === 'signed' ? 'phone' : null,
          at: one.at,
          reason: one.reason,
        })),
      }
    })
  }

  signerLink(remoteId: string, signatory: RemoteSignatory) {
    return this.#call('signerLink', () => `https://plain.example/${remoteId}/${signatory.id}`)
  }

  remind() {
    return this.#call('remind', () => {})
  }

  correctContact(remoteId: string, signatory: RemoteSignatory) {
    return this.#call('correctContact', () => {
      this.#person(remoteId, signatory.id).signatory = signatory
    })
  }

  extend(remoteId: string, expiresAt: Date) {
    return this.#call('extend', () => {
      this.#signing(remoteId).expiresAt = expiresAt
    })
  }

  revoke(remoteId: string) {
    return this.#call('revoke', () => {
      const signing = this.#signing(remoteId)
      if (signing.state === 'started' || signing.state === 'draft') this.#end(signing, 'revoked')
    })
  }

  download(remoteId: string) {
    return this.#call('download', () => this.#finish(this.#signing(remoteId).order.file))
  }

  evidence() {
    return this.#call('evidence', () => {
      const bytes = new TextEncoder().encode('%PDF-1.7 report')
      return { state: 'fetched', fileName: 'report.pdf', bytes } as const
    })
  }

  readCallback({ headers, body }: PlainCallback) {
    if (headers['x-signature'] !== signatureOf(body)) return null
    const { key, about } = JSON.parse(new TextDecoder().decode(body))
    return { key, about }
  }

  /** A person signs or declines at the service. Returns false if it is not their turn. */
  act(remoteId: string, signatoryId: string, state: 'signed' | 'declined', reason = ''): boolean {
    const signing = this.#signing(remoteId)
    const person = this.#person(remoteId, signatoryId)
    if (signing.state !== 'started' || person.state !== 'invited') return false
    Object.assign(person, { state, at: now(), reason: state === 'declined' ? reason : null })
    this.#emit(signing)
    if (state === 'declined') this.#end(signing, 'declined')
    else if (signing.people.every((one) => one.state === 'signed')) this.#end(signing, 'completed')
    else this.#invite(signing)
    return true
  }

  /** The service ends a signing: automatically after the deadline, or in its console. */
  end(remoteId: string, state: 'expired' | 'revoked'): boolean {
    const signing = this.#signing(remoteId)
    if (signing.state !== 'started') return false
    this.#end(signing, state)
    return true
  }

  /** The sender answers a request for authorisation at the service. */
  decide(flow: string, answer: RemoteAuthorisation) {
    this.#flow(flow).answer = answer
    this.callbacks.push(callbackOf({ kind: 'authorisation', flow }))
  }

  #end(signing: PlainSigning, state: RemoteProgress['state']) {
    signing.state = state
    this.#emit(signing)
  }

  #invite(signing: PlainSigning) {
    const open = signing.people.filter(({ state }) => state === 'waiting' || state === 'invited')
    const turn = Math.min(...open.map(({ signatory }) => signatory.order))
    for (const one of open)
      if (one.signatory.order === turn && one.state === 'waiting') {
        one.state = 'invited'
        this.#emit(signing)
      }
  }

  #emit({ id }: PlainSigning) {
    this.callbacks.push(callbackOf({ kind: 'signing', remoteId: id }))
  }

  #flow(id: string): Flow {
    const flow = this.flows.get(id)
    if (!flow) throw new ProviderError('refused', '404', `no flow ${id}`)
    return flow
  }

  #signing(remoteId: string): PlainSigning {
    const signing = this.signings.get(remoteId)
    if (!signing) throw new ProviderError('refused', '404', `no signing ${remoteId}`)
    return signing
  }

  #person(remoteId: string, signatoryId: string): PlainPerson {
    const person = this.#signing(remoteId).people.find(({ signatory }) => signatory.id === signatoryId)
    if (!person) throw new ProviderError('refused', '404', `no signatory ${signatoryId}`)
    return person
  }
}

const signatureOf = (body: Uint8Array) => createHmac('sha256', KEY).update(body).digest('hex')

/** A callback of the service with its id. */
export function callbackOf(about: object, key = randomUUID()): PlainCallback {
  const body = new TextEncoder().encode(JSON.stringify({ key, about }))
  return { headers: { 'x-signature': signatureOf(body) }, body }
}
