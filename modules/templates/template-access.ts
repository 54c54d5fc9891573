import type { Template } from '#assembly/template/template.ts'

/**
 * Whether a person may use a template. Everybody may use one of the free demo; others need the permission
 * that a package grants for their type.
 */
export function mayUse(permissions: readonly string[], { feeCategory, type }: Template): boolean {
  if (feeCategory === 'free-demo') return true
  return permissions.includes(type === 'I' ? 'template.type_1' : 'template.type_2')
}
