import type { Template } from '#assembly/template/template.ts'

/**
 * Whether a person may use a template. Everyone may use a free one; others need the permission that a
 * package grants for their type.
 */
export function mayUse(permissions: readonly string[], { feeCategory, type }: Template): boolean {
  if (feeCategory === 'free-demo') return true
  return permissions.includes(type === 'I' ? 'template.type_1' : 'template.type_2')
}
