import { createContext, type ReactNode, useContext } from 'react'
import type { Path } from '#assembly/template/parse.ts'
import type { Problem } from '../../publishing/inspect.ts'
import { ProblemWords } from '../../publishing/views/problem-list.tsx'
import type { Values } from '../forms/values.ts'
import type { PlainObject } from '../source.ts'

interface Part {
  values: Values
  /** The check's findings by name of the control; '' stands for the part as a whole. */
  faults: Map<string, Problem[]>
}

/** What the controls of a part need to know about the template. */
export interface PartProps {
  data: PlainObject
  path: Path
}

/** The part that a page of the form shows. */
export const PartContext = createContext<Part>({ values: {}, faults: new Map() })

export const usePart = () => useContext(PartContext)

/** A problem quotes at most this many characters. */
const MAX_QUOTE_LENGTH = 300

/** Groups the problems of a part by the control whose text they concern. */
export function faultsByControl(problems: Problem[], path: Path, values: Values): Map<string, Problem[]> {
  const names = Object.keys(values)
  return Map.groupBy(problems, ({ path: at = [], message, fault }) => {
    // A missing key is reported at its own control.
    const missingKey = fault?.code === 'missing' && fault.values?.name
    const relativePath = [...at.slice(path.length), ...(missingKey ? [missingKey] : [])]
    for (let length = relativePath.length; length > 0; length--) {
      const name = relativePath.slice(0, length).join('.')
      if (names.includes(name) || name === 'when' || name === 'must') return name
      if (length > 1 && names.some((one) => one.startsWith(`${name}.`))) return name
      if (missingKey) return names.find((one) => one.startsWith(`${name}.`)) ?? ''
    }
    return (message && names.find((name) => values[name]?.slice(0, MAX_QUOTE_LENGTH) === message)) || ''
  })
}

/** The check's findings for one control, shown below the control. */
export function Faults({ name }: { name: string }) {
  const faults = usePart().faults.get(name)
  if (!faults) return null
  return (
    <ul id={`${name}-faults`} className="mt-1 space-y-1 text-error text-sm">
      {faults.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change their order
        <li key={index}>
          <ProblemWords {...problem} isPlaced={name !== ''} inForm />
        </li>
      ))}
    </ul>
  )
}

/** The attributes of a control with a finding. */
export function useFaulty(name: string) {
  const isFaulty = usePart().faults.has(name)
  return {
    isFaulty,
    attributes: isFaulty ? { 'aria-invalid': true, 'aria-describedby': `${name}-faults` } : {},
  }
}

/** A group of controls under a heading. */
export function Group({ title, teach, children }: { title: string; teach?: string; children: ReactNode }) {
  return (
    <fieldset className="mt-5 border-base-300 border-t pt-3">
      <legend className="pe-3 font-medium">{title}</legend>
      {teach && <p className="mb-1 max-w-prose text-base-content/75 text-sm">{teach}</p>}
      {children}
    </fieldset>
  )
}
