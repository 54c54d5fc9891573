import { work } from './work.ts'

/**
 * Runs as a worker, so that the page stays responsive. Receives the id of a captcha and returns its proof.
 */
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(work(data)))
