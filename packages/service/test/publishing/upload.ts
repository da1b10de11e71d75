import { StagedBlob } from '@carillon/media'
import { appendUpload, createUpload } from '../../src/index.ts'
import type { Harness } from '../harness.ts'

/** Uploads a PNG for the organization of a harness; its id, and the URL by which a post uses it. */
export async function upload(
  { context, organizationId }: Harness,
  bytes: Buffer,
): Promise<{ uploadId: string; url: string }> {
  const grant = { keyId: 'key', scope: { organizationId, profileId: null }, scopes: ['*' as const] }
  const names = { filename: null, filetype: 'image/png' }
  const { uploadId } = await createUpload(context, grant, { bytes: bytes.length, ...names })
  async function* source() {
    yield bytes
  }
  const signal = new AbortController().signal
  const piece = { uploadId, offset: 0, source: source(), checksum: null, signal, authorizeAgain: async () => {} }
  await appendUpload(context, grant, piece)
  return { uploadId, url: `${context.config.publicUrl}/api/v1/uploads/${uploadId}` }
}

/** Stores a file as the gateway stores one that a request contains; the media item of a post that has it. */
export async function received({ context }: Harness, bytes: Buffer): Promise<{ base64: StagedBlob }> {
  const writer = context.media.create()
  writer.write(bytes)
  return { base64: StagedBlob.ofBytes(await writer.finish()) }
}
