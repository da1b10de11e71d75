import { createLogger } from '@carillon/log'
import { migrateDatabase } from '@carillon/service'
import { noteSeenCodes, setupServer, teardownServer, writeSeenCodes } from '@carillon/testkit'

noteSeenCodes()
const log = createLogger({ name: 'test', level: 'silent' })

export const mochaGlobalSetup = (): Promise<void> =>
  setupServer(async (url) => {
    await migrateDatabase({ url, log })
  })
export async function mochaGlobalTeardown(): Promise<void> {
  writeSeenCodes()
  await teardownServer()
}
