import { doctor } from '@carillon/service'
import { facebookFlow } from '../../flows/facebook.ts'
import type { Samples } from '../../flows/flow.ts'
import { instagramByFacebookFlow, instagramFlow } from '../../flows/instagram.ts'
import { tiktokFlow } from '../../flows/tiktok.ts'
import { xFlow } from '../../flows/x.ts'
import { youtubeFlow } from '../../flows/youtube.ts'
import { startWhole, type Whole } from '../../whole.ts'
import type { Exchange } from '../exchange.ts'
import { ads } from './ads.ts'
import { comments, travellers } from './comments.ts'
import { messages } from './messages.ts'
import { ok } from './ok.ts'
import { blueskyFlow, exhausted, publishing } from './publishing.ts'
import { reports } from './reports.ts'
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

async function disconnectAll(whole: Whole): Promise<void> {
  const path = `/profiles/${whole.profileId}/accounts`
  const { accounts } = ok(await whole.call('GET', path), 'accounts')
  for (const { accountId } of accounts) ok(await whole.call('DELETE', `${path}/${accountId}`), 'disconnect')
}

/** Does everything that the product does on every network, and returns each call as it went over the wire. */
export async function tour(): Promise<Exchange[]> {
  const whole = await startWhole({ env: { COMMENTS_STALE_AFTER_SECONDS: '0' } })
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
    await doctor(whole.context)
    await disconnectAll(whole)
    const { body } = await whole.sandboxCall('GET', '/journal?bodies=wire')
    return body
  } finally {
    await whole.close()
  }
}
