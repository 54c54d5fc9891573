import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface Import {
  from: string
  to: string
  typeOnly: boolean
}

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\s+from\s+)?['"]([^'"]+)['"]/gm
/** A dynamic import. `typeof import('…')` and similar types do not count. */
const DYNAMIC = /(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** The imports between our own files. */
export function importsOf(file: string, text = readFileSync(file, 'utf8')): Import[] {
  return [...text.matchAll(IMPORT), ...text.matchAll(DYNAMIC)].flatMap(([, type, target]) => {
    const targetFile = resolveImport(file, target!)
    return targetFile ? [{ from: file, to: targetFile, typeOnly: Boolean(type) }] : []
  })
}

function resolveImport(file: string, target: string): string | null {
  if (target.startsWith('#')) return target.slice(1)
  return target.startsWith('.') ? normalize(join(dirname(file), target)) : null
}

/** The import cycles: groups of files in which each file reaches all others (Tarjan's algorithm). */
export function circlesOf(imports: Import[]): string[][] {
  const importsByFile = Map.groupBy(imports, (one) => one.from)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    stack.push(file)
    for (const { to } of importsByFile.get(file) ?? []) {
      if (!order.has(to)) visit(to)
      if (stack.includes(to)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(to)!))
    }
    if (lowest.get(file) !== order.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const file of importsByFile.keys()) if (!order.has(file)) visit(file)
  return circles
}
