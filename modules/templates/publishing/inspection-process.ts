import { text } from 'node:stream/consumers'
import { type Ground, inspect } from './inspect.ts'

/** A separate process for one source: reads the source and its ground as JSON, and prints the findings. */
const { yaml, ground } = JSON.parse(await text(process.stdin)) as { yaml: string; ground: Ground }

process.stdout.write(JSON.stringify(inspect(yaml, ground)))
