import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import type { NamedFiles } from './named-files.ts'
import { connectS3, isMissing, type S3StoreOptions } from './s3.ts'

/**
 * Returns an object that stores, lists, reads and removes small private files by name in an S3-compatible bucket: one
 * object for each name, with the key `prefix` + name. Makes no request yet.
 */
export function createS3Files(options: S3StoreOptions & { prefix: string }): NamedFiles {
  const { bucket, prefix } = options
  const client = connectS3(options)
  const objectOf = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  return {
    /**
     * Stores an object; replaces one with the same name.
     * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html (page not reached; types of the SDK read 2026-11-23)
     */
    async put(name, bytes) {
      await client.send(new PutObjectCommand({ ...objectOf(name), Body: bytes, ContentLength: bytes.byteLength }))
    },
    /**
     * Returns the names of all objects, without the prefix.
     * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html (archived copy read 2026-11-20)
     */
    async list() {
      const names: string[] = []
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) names.push(Key.slice(prefix.length))
      }
      return names
    },
    async read(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand(objectOf(name)))
        return Body ? Buffer.from(await Body.transformToByteArray()) : null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(objectOf(name)))
    },
  }
}
