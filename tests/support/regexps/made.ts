import { resolve } from 'node:path'

/** Functions of the modules. They are called while the expressions that they create are recorded. */
export type Calls = Record<string, (own: never) => unknown>

/**
 * The expressions that modules create while loading and when called, by file. The modules must not be loaded
 * yet.
 */
export async function expressionsOf(files: string[], calls: Calls): Promise<Map<string, RegExp[]>> {
  const usual = globalThis.RegExp
  const byFile = new Map<string, RegExp[]>(files.map((file) => [file, []]))
  const paths = files.map((file) => [file, `${resolve(file)}:`] as const)
  globalThis.RegExp = new Proxy(usual, {
    construct(target, given, self) {
      const regexp = Reflect.construct(target, given, self)
      const caller = new Error().stack?.split('\n')[2] ?? ''
      const [file] = paths.find(([, path]) => caller.includes(path)) ?? []
      if (file) byFile.get(file)?.push(regexp)
      return regexp
    },
  })
  try {
    for (const file of files) {
      const ownModule = await import(/* @vite-ignore */ `../../../${file}`)
      calls[file]?.(ownModule as never)
    }
  } finally {
    globalThis.RegExp = usual
  }
  return byFile
}
