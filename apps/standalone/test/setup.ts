import { migrate } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { forgetSeenCodes, noteSeenCodes, setupServer, teardownServer, writeSeenCodes } from '@carillon/testkit'

noteSeenCodes()
const log = createLogger({ name: 'test', level: 'silent' })

export async function mochaGlobalSetup(): Promise<void> {
  forgetSeenCodes()
  await setupServer((url) => migrate({ url, log }))
}
export const mochaGlobalTeardown = (): Promise<void> => teardownServer()

// In every process that runs spec files.
export const mochaHooks = { afterAll: writeSeenCodes }
