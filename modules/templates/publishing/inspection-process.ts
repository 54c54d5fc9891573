import { text } from 'node:stream/consumers'
import { type InspectionContext, inspect } from './inspect.ts'

/** A separate process for one source: reads the source and its context as JSON, and prints the findings. */
const { yaml, context } = JSON.parse(await text(process.stdin)) as {
  yaml: string
  context: InspectionContext
}

process.stdout.write(JSON.stringify(inspect(yaml, context)))
