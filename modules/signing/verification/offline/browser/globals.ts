import { Buffer } from './buffer.ts'

// Loaded before anything else: the code that checks files uses Node's Buffer.
Object.assign(globalThis, { Buffer })
