import { tellEnding } from '#modules/signing/index.ts'
import { listen } from './announce.ts'

/** Who hears what: each line an announcement and the listener that answers it. */
listen('signing-ended', tellEnding)
