import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { config } from '#src/core/config.ts'

let disk: Disk | null = null

/** Disk under DATA_DIR, or any S3-compatible store when STORAGE_S3_BUCKET names one. */
export async function storage(): Promise<Disk> {
  disk ??= new Disk(config.STORAGE_S3_BUCKET ? await s3Driver(config.STORAGE_S3_BUCKET) : localDriver())
  return disk
}

function localDriver() {
  return new FSDriver({ location: resolve(config.DATA_DIR, 'files'), visibility: 'private' })
}

async function s3Driver(bucket: string) {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new S3Driver({
    bucket,
    endpoint: config.STORAGE_S3_ENDPOINT,
    region: config.STORAGE_S3_REGION,
    credentials: { accessKeyId: config.STORAGE_S3_KEY_ID!, secretAccessKey: config.STORAGE_S3_SECRET! },
    visibility: 'private',
    supportsACL: false,
  })
}

/** `key` is made of our own ids; a person's file name never reaches the store. */
export async function putFile(key: string, bytes: Uint8Array) {
  await (await storage()).put(key, bytes)
}

/** The same from a file of the server's own, piece by piece. */
export async function putFileFrom(key: string, path: string) {
  await (await storage()).putStream(key, createReadStream(path))
}

/** A file piece by piece. */
export async function readFileOf(key: string): Promise<Readable> {
  return (await storage()).getStream(key)
}

export async function getFile(key: string): Promise<Uint8Array> {
  return (await storage()).getBytes(key)
}

/** Gone already is as good. */
export async function removeFile(key: string) {
  await (await storage()).delete(key)
}

/** Every file whose key begins so; none is as good. */
export async function removeAll(prefix: string) {
  await (await storage()).deleteAll(prefix)
}

export async function storageReady(): Promise<boolean> {
  await putFile('ready', new TextEncoder().encode('ready'))
  return true
}
