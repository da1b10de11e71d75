import type { StagedFile } from '@carillon/domain'

class File implements StagedFile {
  readonly id = '0199d1b2-0000-7000-8000-000000000000'
  readonly bytes: number
  readonly encodedLength: number
  readonly validBase64: boolean
  readonly sha256 = ''
  readonly sniffed = null

  constructor({ encodedLength, validBase64 }: { encodedLength: number; validBase64: boolean }) {
    this.bytes = Math.floor(encodedLength / 4) * 3
    this.encodedLength = encodedLength
    this.validBase64 = validBase64
  }
}

export const stagedFile = (fields: { encodedLength: number; validBase64: boolean }): StagedFile => new File(fields)
