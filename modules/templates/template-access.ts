import type { Template } from '#assembly/template/template.ts'

/**
 * Whether a person may use a template. Everyone may use a free one; any other needs the permission for its
 * type, which a plan grants.
 */
export function mayUse(permissions: readonly string[], { feeCategory, type }: Template): boolean {
  if (feeCategory === 'free-demo') return true
  return permissions.includes(type === 'I' ? 'template.type_1' : 'template.type_2')
}
