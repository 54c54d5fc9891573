import { Buffer } from './buffer.ts'

// Loaded first, because the code that checks files uses Node's Buffer.
Object.assign(globalThis, { Buffer })
