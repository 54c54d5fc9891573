import { createContext, useContext } from 'react'

/** The operations of whoever the page is for. */
export const Operations = createContext<readonly string[]>([])

export const useOperations = (): readonly string[] => useContext(Operations)

/** Whether the person may do something; what they may not do is not offered. */
export const useMay = (operation: string): boolean => useOperations().includes(operation)
