import { createLogger } from '@carillon/log'
import { migrateDatabase } from '@carillon/service'
import { setupServer, teardownServer } from '@carillon/testkit'

const log = createLogger({ name: 'test', level: 'silent' })

export const mochaGlobalSetup = (): Promise<void> =>
  setupServer(async (url) => {
    await migrateDatabase({ url, log })
  })
export const mochaGlobalTeardown = (): Promise<void> => teardownServer()
