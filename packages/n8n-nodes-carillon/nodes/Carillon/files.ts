import { type Client, isApiError, type UploadedFile } from '@carillon/client'
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow'
import type { Field, Operation } from './operation.ts'
import { recent } from './recent.ts'
import { requestIdOf } from './request-id.ts'

/** The item whose files are read for an operation, and the client that uploads them. */
export interface FileReader {
  context: IExecuteFunctions
  itemIndex: number
  client: Client
  operation: Operation
}

/** The uploads of the last 1,000 files. */
const uploads = recent<UploadedFile>()

async function isThere(client: Client, { uploadId }: UploadedFile): Promise<boolean> {
  try {
    return (await client.uploads.get(uploadId)).status === 'complete'
  } catch (error) {
    if (isApiError(error, 'upload_not_found')) return false
    throw error
  }
}

/** Uploads a file of the item. If n8n runs the item again, its upload is used again as long as the service has it. */
async function upload(files: FileReader, name: string, file: IBinaryData): Promise<UploadedFile> {
  const { context, itemIndex, client, operation } = files
  const id = `${requestIdOf(context, operation, itemIndex)} ${name}`
  const earlier = uploads.get(id)
  if (earlier && (await isThere(client, earlier))) return earlier
  const uploaded = await send(files, name, file)
  uploads.set(id, uploaded)
  return uploaded
}

/** Sends the bytes of a file: as a stream where n8n keeps files outside of its memory. */
async function send(
  { context, itemIndex, client }: FileReader,
  name: string,
  file: IBinaryData,
): Promise<UploadedFile> {
  const { helpers } = context
  const { fileName, mimeType: contentType } = file
  const facts = { contentType, ...(fileName && { filename: fileName }) }
  if (file.id === undefined) {
    const bytes = new Uint8Array(await helpers.getBinaryDataBuffer(itemIndex, name))
    return client.uploads.create(new Blob([bytes], { type: contentType }), facts)
  }
  const { fileSize } = await helpers.getBinaryMetadata(file.id)
  const stream = await helpers.getBinaryStream(file.id)
  return client.uploads.create(stream, { ...facts, bytes: fileSize })
}

/**
 * Returns the members of a file in a request: the `url` of the entry, otherwise that of an upload of the item's file,
 * or its media type and `base64` where the API takes no URL.
 * @param entry the values of the parameter: `url`, or in `binaryPropertyName` the name of the item's file
 * @throws an error of n8n if the item has no such file; the error of the upload
 */
export async function readFile(
  { takesUrl, typeName = 'contentType' }: Field,
  entry: Record<string, unknown>,
  files: FileReader,
): Promise<Record<string, string>> {
  const { context, itemIndex } = files
  const url = entry['url']
  if (typeof url === 'string' && url !== '') return { url }
  const name = String(entry['binaryPropertyName'])
  const file = context.helpers.assertBinaryData(itemIndex, name)
  if (takesUrl) return { url: (await upload(files, name, file)).url }
  const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, name)
  return { [typeName]: file.mimeType, base64: bytes.toString('base64') }
}
