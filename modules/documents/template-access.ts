import type { Template } from './assembly/template/template.ts'

/** One of the free demo is everybody's; another needs the operation that a package brings for its type. */
export function mayUse(operations: readonly string[], { feeCategory, type }: Template): boolean {
  if (feeCategory === 'free-demo') return true
  return operations.includes(type === 'I' ? 'template.type_1' : 'template.type_2')
}
