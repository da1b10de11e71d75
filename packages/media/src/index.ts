export { checkMedia, findings, type Requirement } from './check.ts'
export { type DeliverOptions, deliverImage } from './image/deliver.ts'
export { type EncodedImage, type EncodeOptions, encodeImage, type ImageFormat } from './image/encode.ts'
export { type InspectOptions, inspectMedia } from './inspect.ts'
export { type JsonBody, type ReadJsonOptions, readJson } from './intake/read-json.ts'
export { discardStaged, StagedBlob } from './intake/staged-blob.ts'
export { type UploadEngine, type UploadOptions, uploadEngine } from './intake/upload.ts'
export { type FetchedResponse, type FetchMediaOptions, fetchMedia, type GuardedFetch } from './intake/url.ts'
export { type Item, itemError, itemPath } from './media-fault.ts'
export { type MediaFile, type OpenedMedia, openMedia } from './media-file.ts'
export { isVideo, type MediaType, SNIFF_BYTES, sniff } from './probe/sniff.ts'
export {
  hashLinkToken,
  type LinkToken,
  type MediaAnswer,
  makeLinkToken,
  mediaAnswer,
  parseRange,
  type ServedRange,
} from './public-link.ts'
export { createDiskStore, type DiskStoreOptions } from './store/disk.ts'
export type { ByteRange, MediaStore, MediaWriter, Reservation, Swept, Written } from './store/media-store.ts'
export { openS3Store } from './store/open-s3.ts'
export type { S3StoreOptions } from './store/s3.ts'
export { type WriteStreamOptions, writeStream } from './store/write-stream.ts'
