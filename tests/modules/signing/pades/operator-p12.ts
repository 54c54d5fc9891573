import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from './signing-kit.ts'

/**
 * The P12 of a customer of a certificate authority, in a file of this name, valid for thirty days from now;
 * the password is `lotus`. All in one folder are customers of one authority, whose root is `root.pem`.
 */
export async function makeP12(
  folder: string,
  kind: string,
  options: string[],
  { file = 'operator', subject = 'Lotus Operator' } = {},
) {
  const path = (name: string) => join(folder, name)
  const fresh = (name: string) => [
    '-newkey',
    kind,
    ...options,
    '-noenc',
    '-keyout',
    path(`${name}.key`),
    '-days',
    '30',
  ]
  const ca = ['-x509', '-subj', '/CN=Lotus Operator Root', '-out', path('root.pem')]
  const isThere = await access(path('root.pem')).then(
    () => true,
    () => false,
  )
  if (!isThere) await runTool('openssl', 'req', ...fresh('root'), ...ca)
  const leaf = ['-x509', '-subj', `/CN=${subject}`, '-CA', path('root.pem'), '-CAkey', path('root.key')]
  const person = ['-addext', 'basicConstraints=critical,CA:FALSE', '-addext', 'keyUsage=digitalSignature']
  await runTool('openssl', 'req', ...fresh(file), ...leaf, ...person, '-out', path(`${file}.pem`))
  const parts = ['-inkey', path(`${file}.key`), '-in', path(`${file}.pem`), '-certfile', path('root.pem')]
  const out = ['-out', path(`${file}.p12`), '-passout', 'pass:lotus']
  await runTool('openssl', 'pkcs12', '-export', ...parts, ...out)
}
