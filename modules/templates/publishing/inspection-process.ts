import { text } from 'node:stream/consumers'
import { type Ground, inspect } from './inspect.ts'

/** A process of its own for one source: reads it with its ground as JSON, and tells what was found. */
const { yaml, ground } = JSON.parse(await text(process.stdin)) as { yaml: string; ground: Ground }

process.stdout.write(JSON.stringify(inspect(yaml, ground)))
