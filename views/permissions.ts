import { createContext, useContext } from 'react'

/** The permissions of the viewer. */
export const Permissions = createContext<readonly string[]>([])

export const usePermissions = (): readonly string[] => useContext(Permissions)

/** Whether the viewer has the permission. Actions without permission are not shown. */
export const useMay = (permission: string): boolean => usePermissions().includes(permission)
