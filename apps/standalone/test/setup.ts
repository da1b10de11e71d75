import { migrate } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { noteSeenCodes, setupServer, teardownServer, writeSeenCodes } from '@carillon/testkit'

noteSeenCodes()
const log = createLogger({ name: 'test', level: 'silent' })

export const mochaGlobalSetup = (): Promise<void> => setupServer((url) => migrate({ url, log }))
export async function mochaGlobalTeardown(): Promise<void> {
  writeSeenCodes()
  await teardownServer()
}
