import { ServiceError } from '@carillon/errors'
import { createOutbound, findOutboundError, type Outbound } from '@carillon/outbound'
import { type AdverseHost, type FaultName, faultNames, withAdverseHost } from '@carillon/testkit'
import { expect } from 'chai'
import nock from 'nock'
import { blueskyConnect } from '../../src/bluesky/oauth/connect.ts'
import { handleResolver } from '../../src/bluesky/oauth/handle-resolver.ts'
import { sessionFrom } from '../../src/bluesky/session.ts'
import { callServer } from '../../src/bluesky/xrpc.ts'
import { appCall, credentials } from './account.ts'

// Imported nock replaces the sockets of the process; these tests need real ones.
nock.restore()

const log = { info() {}, infoSoon() {}, warn() {} }
const absent = () => Promise.reject(new Error('queryTxt ENOTFOUND'))

/** Every host name is the adverse host; calls wait no longer than the test allows. */
function outboundTo({ port, deadlineMs }: AdverseHost): Outbound {
  const outbound = createOutbound({
    log,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    permits: () => true,
    portOf: () => port,
    agentOptions: { connectTimeoutMs: deadlineMs },
  })
  return { ...outbound, guarded: (input) => outbound.guarded({ ...input, timeoutMs: deadlineMs, maxBytes: 1024 ** 2 }) }
}

const request = { redirectUri: credentials.redirectUri, state: 'state' }

type Call = ReturnType<typeof appCall>

/** Each way in which a host of an account, or of its identity, is called; and the host that is called. */
const ways: Record<string, { host: string; run: (call: Call) => Promise<unknown> | unknown }> = {
  'resolving a handle': {
    host: 'handles.example.com',
    run: (call) => handleResolver(call, absent).resolve('ada.example.com'),
  },
  'connecting by a handle': {
    host: 'handles.example.com',
    run: (call) => blueskyConnect.authorize(call, { ...request, handle: 'ada.test' }),
  },
  "reading an authorization server's metadata": {
    host: 'entryway.example.com',
    run: (call) => blueskyConnect.authorize(call, request),
  },
  "querying the account's server": {
    host: 'pds.example.com',
    run: (call) => callServer(call, sessionFrom(credentials), { method: 'app.bsky.actor.getProfile' }),
  },
  "writing to the account's server": {
    host: 'pds.example.com',
    run: (call) =>
      callServer(call, sessionFrom(credentials), { method: 'com.atproto.repo.createRecord', input: { text: 'hello' } }),
  },
}

async function failureOf(
  name: FaultName,
  run: (call: Call) => unknown,
  check: (error: unknown, host: AdverseHost) => void,
) {
  await withAdverseHost(name, async (host) => {
    const outbound = outboundTo(host)
    try {
      check(
        await Promise.resolve(run(appCall(outbound))).then(
          () => undefined,
          (error: unknown) => error,
        ),
        host,
      )
    } finally {
      await outbound.close()
    }
  })
}

for (const [way, { host: called, run }] of Object.entries(ways)) {
  describe(`bluesky: ${way}, at a host that`, () => {
    for (const name of faultNames()) {
      it(`${name}, fails with a defined error that names the host`, () =>
        failureOf(name, run, (error, { fault }) => {
          const failure = error instanceof ServiceError ? error : findOutboundError(error)
          expect(failure, String(error)).to.not.equal(undefined)
          if (failure instanceof ServiceError) expect(failure.code).to.be.oneOf(['provider_error', 'invalid_handle'])
          const text = failure instanceof ServiceError ? failure.message : (failure?.problem ?? '')
          if (fault.ends !== 'too_large') expect(text).to.include(called)
          if (fault.says) expect(text).to.include(`the certificate of ${called} ${fault.says}`)
          expect(text).to.not.include('127.0.0.1')
        }))
    }
  })
}
