import type { Addressing, OperationId } from '@carillon/contract'
import type { Platform, Scope, SessionStatus } from '@carillon/domain'
import type { ErrorCode } from '@carillon/errors'
import type { StorageEngine } from 'multer'

// Stands in until @carillon/service exports these; replaced by its own types then.
export type Context = unknown
export interface Grant {
  keyId: string
  scope: Scope
}
export interface Address {
  profileId: string
  accountId: string | null
}
export interface Answer {
  status: number
  body?: unknown
}
export interface UseRequest {
  grant: Grant
  address: Address | null
  input: { params: unknown; query: unknown; headers: unknown; body: unknown }
  requestId: string
  signal: AbortSignal
  bodyHash: Buffer | null
}
export interface ReceivedJson {
  value: unknown
  bodyHash: Buffer
  discard(): Promise<void>
}

export interface Service {
  useCases: Record<OperationId, (context: Context, request: UseRequest) => Promise<Answer>>
  authenticate(context: Context, header: string | undefined): Promise<Grant>
  takeRequest(
    context: Context,
    grant: Grant,
  ): Promise<{ allowed: boolean; limit: number; remaining: number; resetSeconds: number }>
  resolveAddress(
    context: Context,
    grant: Grant,
    named: { profileId?: string | undefined; accountId?: string | undefined; platform?: Platform | undefined },
    addressing: Addressing,
  ): Promise<Address | null>
  receiveJson(
    context: Context,
    stream: AsyncIterable<Uint8Array>,
    options: { maxBytes: number; media: boolean; signal: AbortSignal },
  ): Promise<ReceivedJson>
  uploadStorage(context: Context): StorageEngine
  admitUpload(context: Context, grant: Grant, options: { announcedBytes: number | null }): Promise<{ release(): void }>
  completeConnection(
    context: Context,
    options: { platform: Platform; parameters: Record<string, string>; requestId: string; signal: AbortSignal },
  ): Promise<Ending>
  describeSelection(context: Context, token: string): Promise<Selection>
  completeSelection(context: Context, options: { token: string; chosen: readonly string[] }): Promise<Ending>
  clientDocument(context: Context, platform: Platform, name: string): Promise<object | null>
  openPublicMedia(context: Context, token: string): Promise<PublicMedia | null>
  readiness(context: Context): Promise<{ database: boolean; migrations: boolean }>
}

export interface Ending {
  status: SessionStatus
  platform: Platform
  redirectTo: string | null
  error: { code: ErrorCode; message: string } | null
}
export interface Selection {
  platform: Platform
  organizationName: string
  choices: { providerId: string; name: string; detail: string | null; avatarUrl: string | null }[]
}
export interface PublicMedia {
  contentType: string
  bytes: number
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>
}
