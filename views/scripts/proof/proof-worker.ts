import { work } from './work.ts'

/** Beside the page, which stays as quick as it was: is told a captcha's id, and answers with its proof. */
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(work(data)))
