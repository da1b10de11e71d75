import type { Client } from '@carillon/client'
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow'
import type { Field } from './operation.ts'

/** The item whose files are read, and the client that uploads them. */
export interface FileReader {
  context: IExecuteFunctions
  itemIndex: number
  client: Client
}

/** The bytes of a file: a stream where n8n keeps files outside of its memory. */
async function upload({ context, itemIndex, client }: FileReader, name: string, file: IBinaryData): Promise<string> {
  const { helpers } = context
  const { fileName, mimeType: contentType } = file
  const facts = { contentType, ...(fileName && { filename: fileName }) }
  if (file.id === undefined) {
    const bytes = new Uint8Array(await helpers.getBinaryDataBuffer(itemIndex, name))
    return (await client.uploads.create(new Blob([bytes], { type: contentType }), facts)).url
  }
  const { fileSize } = await helpers.getBinaryMetadata(file.id)
  const stream = await helpers.getBinaryStream(file.id)
  return (await client.uploads.create(stream, { ...facts, bytes: fileSize })).url
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
  if (takesUrl) return { url: await upload(files, name, file) }
  const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, name)
  return { [typeName]: file.mimeType, base64: bytes.toString('base64') }
}
