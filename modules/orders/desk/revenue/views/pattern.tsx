import type { ReactNode } from 'react'
import type { Series } from '../revenue.ts'

/** A colour and a pattern for each series, so that they can be distinguished without colours. */
const SERIES_LOOKS: Record<Exclude<Series, 'free'>, { colour: string; drawing: ReactNode }> = {
  single_1: { colour: 'text-info', drawing: null },
  single_2: { colour: 'text-info', drawing: <path d="M0 2h4" /> },
  single_esign: { colour: 'text-accent', drawing: <path d="M1 1h1v1h-1z" /> },
  basic: { colour: 'text-success', drawing: null },
  professional: { colour: 'text-success', drawing: <path d="M-1 1l2-2M0 4l4-4M3 5l2-2" /> },
  enterprise: { colour: 'text-secondary', drawing: null },
  customised: { colour: 'text-secondary', drawing: <path d="M0 0l4 4M0 4l4-4" /> },
  tailored: { colour: 'text-primary', drawing: <path d="M0 2h4M2 0v4" /> },
  unsettled: { colour: 'text-warning', drawing: <path d="M2 0v4" /> },
  refunds: { colour: 'text-error', drawing: <path d="M-1 3l2 2M0 0l4 4M3-1l2 2" /> },
}

const lookOf = (series: Series) => SERIES_LOOKS[series as keyof typeof SERIES_LOOKS]

/** The SVG pattern of a series: its colour with the drawing on it. */
export function Pattern({ id, series }: { id: string; series: Series }) {
  const { colour, drawing } = lookOf(series)
  return (
    <pattern
      id={id}
      width="4"
      height="4"
      patternUnits="userSpaceOnUse"
      patternTransform="scale(10)"
      className={colour}
    >
      <rect width="4" height="4" fill="currentColor" />
      <g className="text-base-100" stroke="currentColor" strokeWidth="1" fill="none">
        {drawing}
      </g>
    </pattern>
  )
}
