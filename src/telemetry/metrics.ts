import {
  type Attributes,
  type Counter,
  type Histogram,
  type Meter,
  metrics,
  type ObservableResult,
} from '@opentelemetry/api'

/** Null unless metrics are collected. */
let meter: Meter | null = null

export function openMeter() {
  meter = metrics.getMeter('qishu')
}

export const collectsMetrics = () => meter !== null

interface Instrument {
  name: string
  description: string
  /** The unit in UCUM, as OpenTelemetry requires: `s`, `By`, `{mail}`. */
  unit: string
}

/** Declares a counter of a module; returns the function that counts. */
export function counter(instrument: Instrument): (attributes?: Attributes, count?: number) => void {
  const { name, ...options } = instrument
  let cachedInstrument: Counter | undefined
  return (attributes, count = 1) => {
    if (!meter) return
    cachedInstrument ??= meter.createCounter(name, options)
    cachedInstrument.add(count, attributes)
  }
}

/** Upper bounds in seconds, by the conventions for the duration of requests and queries. */
export const REQUEST_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
export const QUERY_BOUNDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

/** Declares a histogram of durations; returns the function that records one, in milliseconds. */
export function durations(instrument: Omit<Instrument, 'unit'> & { bounds: number[] }) {
  const { name, description, bounds } = instrument
  let cachedInstrument: Histogram | undefined
  return (milliseconds: number, attributes: () => Attributes) => {
    if (!meter) return
    const advice = { explicitBucketBoundaries: bounds }
    cachedInstrument ??= meter.createHistogram(name, { description, unit: 's', advice })
    cachedInstrument.record(milliseconds / 1000, attributes())
  }
}

export interface Reading {
  value: number
  attributes?: Attributes
}

/** Declares a value that is read whenever metrics are collected. Returns the function that removes it. */
export function gauge(instrument: Instrument, read: () => Reading[] | Promise<Reading[]>): () => void {
  if (!meter) return () => {}
  const { name, ...options } = instrument
  const observable = meter.createObservableGauge(name, options)
  const observe = async (result: ObservableResult) => {
    for (const { value, attributes } of await read()) result.observe(value, attributes)
  }
  observable.addCallback(observe)
  return () => observable.removeCallback(observe)
}
