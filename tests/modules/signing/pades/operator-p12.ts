import { join } from 'node:path'
import { runTool } from './signing-kit.ts'

/** An operator’s P12 with its root, valid from now on for thirty days; the password is `lotus`. */
export async function makeP12(folder: string, kind: string, options: string[]) {
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
  await runTool('openssl', 'req', ...fresh('root'), ...ca)
  const leaf = ['-x509', '-subj', '/CN=Lotus Operator', '-CA', path('root.pem'), '-CAkey', path('root.key')]
  const person = ['-addext', 'basicConstraints=critical,CA:FALSE', '-addext', 'keyUsage=digitalSignature']
  await runTool('openssl', 'req', ...fresh('leaf'), ...leaf, ...person, '-out', path('leaf.pem'))
  const parts = ['-inkey', path('leaf.key'), '-in', path('leaf.pem'), '-certfile', path('root.pem')]
  await runTool(
    'openssl',
    'pkcs12',
    '-export',
    ...parts,
    '-out',
    path('operator.p12'),
    '-passout',
    'pass:lotus',
  )
}
