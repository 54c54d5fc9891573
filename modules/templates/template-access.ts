import type { Template } from '#assembly/template/template.ts'

/** One of the free demo is everybody's; another needs the permission that a package brings for its type. */
export function mayUse(permissions: readonly string[], { feeCategory, type }: Template): boolean {
  if (feeCategory === 'free-demo') return true
  return permissions.includes(type === 'I' ? 'template.type_1' : 'template.type_2')
}
