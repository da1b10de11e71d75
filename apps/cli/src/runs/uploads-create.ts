import type { Run } from '../invocation/invocation.ts'
import { mediaTypeOf } from '../posts/media-type.ts'
import { requireReadable } from '../posts/require-readable.ts'

export const run: Run = async ({ args, io, client, signal }) => {
  const file = args['file'] ?? ''
  await requireReadable(file)
  const onProgress = (sent: number, bytes: number) => io.say(`${sent} of ${bytes} bytes`)
  io.print(await client().uploads.create(file, { contentType: mediaTypeOf(file), onProgress, signal }))
  return undefined
}
