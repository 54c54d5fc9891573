import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build } from 'vite'
import { setVerifierFolder } from '#modules/signing/providers/builtin/bundle/verifier-files.ts'
import type { BundleReport } from '#modules/signing/verification/offline/check-bundle.ts'

let built: Promise<string> | undefined

/**
 * The folder of the built verifier for the bundles of this process. Builds the verifier unless the product
 * is built.
 */
export function builtVerifier(): Promise<string> {
  built ??= make()
  return built
}

async function make(): Promise<string> {
  const builtFolder = resolve('dist/verifier')
  if (process.env.BUILT === '1' && existsSync(builtFolder)) return builtFolder
  const folder = mkdtempSync(join(tmpdir(), 'qishu-verifier-'))
  for (const mode of ['page', 'script'])
    await build({
      logLevel: 'error',
      configFile: 'vite.verifier.config.ts',
      mode,
      build: { outDir: folder, emptyOutDir: false },
    })
  setVerifierFolder(folder)
  return folder
}

export type Files = Map<string, Uint8Array>

/** A verifier: returns the report on these files at this time. */
export type Verifier = (files: Files, at: Date) => Promise<BundleReport>

/** The verifier as a Node script. */
export async function scriptVerifier(): Promise<Verifier> {
  const url = pathToFileURL(join(await builtVerifier(), 'verify.mjs')).href
  const { checkBundle } = await import(/* @vite-ignore */ url)
  return checkBundle
}

/** Removes the globals that only Node has; as in a worker of a browser, there is no document either. */
const AS_IN_BROWSERS = `
  const { parentPort } = require('node:worker_threads')
  for (const name of ['process', 'Buffer', 'require', 'module']) globalThis[name] = undefined
`

const RESPOND_TO_MESSAGES = `
  parentPort.on('message', async ({ files, at }) => {
    const report = await globalThis.qishuVerifier.checkBundle(files, at).catch((error) => String(error.stack))
    parentPort.postMessage(JSON.stringify(report))
  })
`

/** The verifier of the page, in a separate thread. */
export async function pageVerifier(): Promise<{ verify: Verifier; stop: () => Promise<unknown> }> {
  const page = readFileSync(join(await builtVerifier(), 'verify.html'), 'utf8')
  const code = page.slice(page.indexOf('<script>') + '<script>'.length, page.lastIndexOf('</script>'))
  const worker = new Worker(`${AS_IN_BROWSERS};{${code}};${RESPOND_TO_MESSAGES}`, { eval: true })
  const verify: Verifier = (files, at) =>
    new Promise((done) => {
      worker.once('message', (text: string) => done(JSON.parse(text)))
      worker.postMessage({ files, at })
    })
  return { verify, stop: () => worker.terminate() }
}
