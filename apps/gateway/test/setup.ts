import { createLogger } from '@carillon/log'
import { migrateDatabase } from '@carillon/service'
import { forgetSeenCodes, noteSeenCodes, setupServer, teardownServer, writeSeenCodes } from '@carillon/testkit'

noteSeenCodes()
const log = createLogger({ name: 'test', level: 'silent' })

export async function mochaGlobalSetup(): Promise<void> {
  forgetSeenCodes()
  await setupServer(async (url) => {
    await migrateDatabase({ url, log })
  })
}
export const mochaGlobalTeardown = (): Promise<void> => teardownServer()

// In every process that runs spec files.
export const mochaHooks = { afterAll: writeSeenCodes }
