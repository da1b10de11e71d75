import { doctor } from '@carillon/service'
import { expect } from 'chai'
import { facebookFlow } from '../../flows/facebook.ts'
import type { Samples } from '../../flows/flow.ts'
import { instagramByFacebookFlow, instagramFlow } from '../../flows/instagram.ts'
import { tiktokFlow } from '../../flows/tiktok.ts'
import { xFlow } from '../../flows/x.ts'
import { youtubeFlow } from '../../flows/youtube.ts'
import { startWhole, type Whole } from '../../whole.ts'
import type { Exchange } from '../exchange.ts'
import { authorize } from '../facts/call-facts.ts'
import { type Recording, recording } from '../replay/record.ts'
import { ads } from './ads.ts'
import { comments, travellers } from './comments.ts'
import { disconnectAll } from './disconnecting.ts'
import { type Hosts, openHosts } from './hosts.ts'
import { messages } from './messages.ts'
import { blueskyFlow, exhausted, publishing } from './publishing.ts'
import { abandoned, refreshed, rejected } from './rejected.ts'
import { reports } from './reports.ts'
import { verifying } from './verifying.ts'
import { named, operationHeader } from './watched.ts'
import { whatsapp } from './whatsapp.ts'

function samplesOf(whole: Whole): Samples {
  const url = (name: string) => `${whole.sandbox.url}/samples/${name}`
  const load = async (name: string) => {
    const response = await fetch(url(name))
    const bytes = Buffer.from(await response.arrayBuffer())
    return { type: String(response.headers.get('content-type')), base64: bytes.toString('base64') }
  }
  return {
    url,
    snake: async (name) => load(name).then(({ type, base64 }) => ({ content_type: type, base64 })),
    camel: async (name) => load(name).then(({ type, base64 }) => ({ contentType: type, base64 })),
  }
}

const flows = [instagramFlow, instagramByFacebookFlow, tiktokFlow, facebookFlow, youtubeFlow, xFlow, blueskyFlow]

const loginPage = /\/(?:authorize\/?|dialog\/oauth|v2\/auth)$/

/** A call as the journal has it, with what its headers say of host and operation, which are not the network's. */
function exchangeOf(entry: Exchange, { meant }: Hosts): Exchange {
  const { headers } = entry.request
  const header = (wanted: string) => headers.find(([name]) => name === wanted)?.[1] ?? null
  const [caller = null, called = null] = header(operationHeader)?.split(' ') ?? []
  // A login page, which a browser was sent to.
  const isLogin = entry.operation === null && entry.method === 'GET' && loginPage.test(entry.path)
  return {
    ...entry,
    operation: isLogin ? authorize : entry.operation,
    caller,
    called,
    host: meant(entry.network, header('host') ?? ''),
    request: { ...entry.request, headers: isLogin ? [] : headers.filter(([name]) => name !== operationHeader) },
  }
}

/** What the adapters were called with on the tour. */
const calls: Recording[] = []

/** Does everything that the product does on every network, and returns each call as it went over the wire. */
async function tour(): Promise<Exchange[]> {
  let hosts: Hosts | undefined
  const whole = await startWhole({
    env: { COMMENTS_STALE_AFTER_SECONDS: '0', WHATSAPP_DEREGISTER_ON_DISCONNECT: 'on' },
    async envOf({ url, environment }) {
      hosts = await openHosts(url, environment)
      return hosts.environment
    },
    watch: (context) => recording(named(context), (one) => calls.push(one)),
  })
  try {
    const samples = samplesOf(whole)
    for (const flow of flows) await publishing(whole, flow, samples)
    await exhausted(whole, instagramFlow, samples)
    for (const traveller of travellers) await comments(whole, traveller)
    await messages(whole, 'instagram')
    await messages(whole, 'instagram', 'facebook_login')
    await messages(whole, 'facebook')
    await reports(whole)
    await ads(whole)
    await whatsapp(whole)
    await verifying(whole)
    await rejected(whole, samples)
    await abandoned(whole, samples)
    await doctor(whole.context)
    await disconnectAll(whole)
    await refreshed(whole)
    await disconnectAll(whole)
    const { body } = await whole.sandboxCall('GET', '/journal?bodies=wire')
    // A call that had not ended when the journal was read has no bodies yet.
    const ended: Exchange[] = body.filter(({ request }: Exchange) => request !== null)
    return ended.map((entry) => exchangeOf(entry, hosts ?? expect.fail('no hosts')))
  } finally {
    await whole.close()
    hosts?.close()
  }
}

let recorded: Promise<Exchange[]> | undefined

/** The calls of the tour, which is made once. */
export function recordedExchanges(): Promise<Exchange[]> {
  recorded ??= tour()
  return recorded
}

/** The calls of the adapters' methods on the tour, with the responses that each got. */
export async function recordedCalls(): Promise<readonly Recording[]> {
  await recordedExchanges()
  return calls
}
