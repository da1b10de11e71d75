import type { Client } from '@carillon/client'
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow'
import type { Field } from './operation.ts'

/** Where the files of an item are read and sent. */
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

/** The members of a file in a request: its URL, or its bytes where the API takes no URL. */
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
