import type { BenchChild } from './child.ts'
import type { Installation } from './installation.ts'
import type { Upload } from './process/upload.ts'

/** The largest video that Bluesky takes, which is the largest that a JSON body can carry. */
export const videoBytes = 100_000_000

/** What sends videos to a process, and removes what it has kept of them afterwards. */
export async function uploader(installation: Installation) {
  const client = await installation.start('upload')
  const fields = { platform: 'bluesky', accountId: await installation.connect(), text: 'A video from the bench' }
  /** Returns the milliseconds from the first byte sent to the last byte of the response. */
  return async (receiver: BenchChild, path: string, options: Partial<Upload> = {}): Promise<number> => {
    const headers = { authorization: `Bearer ${installation.apiKey}` }
    const url = `${receiver.ready['url']}${path}`
    const input: Upload = { url, kind: 'json', headers, fields, videoBytes, atOnce: 1, ...options }
    try {
      return await client.ask<number>('upload', input)
    } finally {
      await installation.emptyMedia()
    }
  }
}

/** Settings of a gateway that responds to a publish with 202 as soon as it is durable. */
export const withoutWaiting = { PUBLISH_WAIT_MS: '0' }

export const publishPath = '/api/v1/posts'
