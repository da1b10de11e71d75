// A process that creates a campaign and is killed at one place of the journal, when it gets there for the nth time.
import { createLogger } from '@carillon/log'
import { createContext, readConfig, useCases } from '@carillon/service'

const { VICTIM = '{}', ...env } = process.env
const { place, nth, request } = JSON.parse(VICTIM)
let seen = 0
const context = await createContext(readConfig(env), {
  log: createLogger({ name: 'victim', level: 'silent' }),
  checkpoint(name) {
    if (name === place && ++seen === nth) process.kill(process.pid, 'SIGKILL')
  },
})
const { signal } = new AbortController()
await useCases['ads.campaigns.create'](context, { ...request, signal })
await context.close()
