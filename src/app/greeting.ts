import { config } from '#src/core/config.ts'
import { DEMO_ACCOUNTS } from '#src/core/demo-accounts.ts'

/** Prints the addresses and logins that a first visitor needs. */
export function greet() {
  const lines = [`Qishu 契书 is ready at ${config.baseUrl}`]
  if (config.demo) {
    lines.push(
      `Log in as ${DEMO_ACCOUNTS.map((one) => one.username).join(', ')} with password ${DEMO_ACCOUNTS[0]!.password}`,
    )
    lines.push(`Every mail it sends is at ${config.baseUrl}/outbox`)
    if (config.host !== '127.0.0.1')
      lines.push('Everybody knows its passwords: let nobody but this machine reach it (-p 127.0.0.1:…)')
  }
  process.stdout.write(`\n  ${lines.join('\n  ')}\n\n`)
}
