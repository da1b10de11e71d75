import { migrate } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { setupServer, teardownServer } from '@carillon/testkit'

const log = createLogger({ name: 'test', level: 'silent' })

export const mochaGlobalSetup = (): Promise<void> => setupServer((url) => migrate({ url, log }))
export const mochaGlobalTeardown = (): Promise<void> => teardownServer()
