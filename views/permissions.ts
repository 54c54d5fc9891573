import { createContext, useContext } from 'react'

/** The permissions of the viewer. */
export const Permissions = createContext<readonly string[]>([])

export const usePermissions = (): readonly string[] => useContext(Permissions)

/** Whether the person may do something; what they may not do is not offered. */
export const useMay = (permission: string): boolean => usePermissions().includes(permission)
