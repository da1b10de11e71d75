import { createLogger } from '@carillon/log'
import { openInstallation } from '@carillon/testkit'
import { expect } from 'chai'
import { readConfig } from '../../src/index.ts'
import { attemptTimeoutMs } from '../../src/webhook-deliveries/attempt.ts'
import { maxAttempts } from '../../src/webhook-deliveries/places.ts'
import { createEndpointOutbound } from '../../src/webhook-endpoints/endpoint-outbound.ts'
import { startReceiver } from './receiver.ts'

describe('endpoints of many organizations at one host', () => {
  it('has a connection for each attempt, so that paths that hang delay no other path', async () => {
    const { settings, close } = await openInstallation({ WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*' })
    const outbound = createEndpointOutbound(
      readConfig(settings),
      createLogger({ name: 'test', level: 'silent' }),
      maxAttempts,
    )
    const receiver = await startReceiver(({ path }, response) => {
      if (path === '/healthy') response.writeHead(204).end()
    })
    const post = (path: string) =>
      outbound.guarded({
        ...{ network: 'webhook', operation: 'delivery', method: 'POST', url: `${receiver.url}${path}`, body: '{}' },
        timeoutMs: attemptTimeoutMs,
      })
    const hanging = Array.from({ length: 300 }, () => post('/hangs').catch(() => undefined))
    await receiver.until(hanging.length)
    expect((await post('/healthy')).status).to.equal(204)
    await outbound.close()
    await receiver.close()
    await Promise.all(hanging)
    await close()
    expect(maxAttempts).to.be.above(hanging.length)
  })
})
