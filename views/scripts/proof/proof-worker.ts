import { work } from './work.ts'

/** A worker, so that the page stays responsive. Receives a captcha's id and returns its proof. */
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(work(data)))
