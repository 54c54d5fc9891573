import type { Fates } from './fate.ts'

/** Tables without rows of customers. */
export const OURS: Fates = {
  'chat.presence': { ours: 'who of our staff is at the desk' },
  'templates.library_entry': { ours: 'the library' },
  'templates.published_template': { ours: 'the library' },
  'templates.template_action': { ours: 'what our staff did with a template' },
  'templates.template_draft': { ours: 'what our staff writes' },
  'messaging.faq': { ours: 'what everybody reads' },
  'messaging.faq_action': { ours: 'what our staff did with a question' },
  'orders.callback': { ours: 'what gateways sent, with no account, for 400 days' },
  'orders.numbering': { ours: 'a counter' },
  'orders.package': { ours: 'what we sell' },
  'orders.package_change': { ours: 'what our staff did with a package' },
  'orders.price': { ours: 'what it costs' },
  'orders.sandbox_payment': { ours: 'play money' },
  'orders.statement': { ours: 'statements of our bank' },
  'platform.demo': { ours: 'which part of the demo was played' },
  'platform.nonce': { ours: 'random numbers, for minutes' },
  'platform.rate_limit': { ours: 'counters, for minutes' },
  'signing.authority': { ours: 'our certificate' },
  'signing.log_checkpoint': { ours: 'signed sizes and roots of the transparency log' },
  'signing.log_entry': { ours: 'salted hashes, which mean nothing once the salt is deleted' },
  'signing.log_hash': { ours: 'hashes of those' },
  'signing.log_key': { ours: 'the keys of the transparency log' },
  'signing.identity': { ours: 'our certificates' },
  'signing.revocation': { ours: 'serial numbers of revoked certificates' },
}
