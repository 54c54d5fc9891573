import { work } from './work.ts'

/** A worker, so that the page stays responsive: receives a captcha's id and answers with its proof. */
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(work(data)))
