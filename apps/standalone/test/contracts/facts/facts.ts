import type { Contract } from '../contract.ts'
import { answersOf } from './answers.ts'
import { blueskyCalls } from './bluesky.ts'
import { checkCall } from './call-facts.ts'
import { facebookCalls } from './facebook.ts'
import { instagramCalls } from './instagram.ts'
import { tiktokCalls } from './tiktok.ts'
import { whatsappCalls } from './whatsapp.ts'
import { xCalls } from './x.ts'
import { youtubeCalls } from './youtube.ts'

const calls: Readonly<Record<string, typeof facebookCalls>> = {
  facebook: facebookCalls,
  instagram: instagramCalls,
  whatsapp: whatsappCalls,
  tiktok: tiktokCalls,
  x: xCalls,
  youtube: youtubeCalls,
  bluesky: blueskyCalls,
}

/**
 * Facts of our own about a network, beside its contract: which host, path, version and parameters each call has, which
 * scopes a login asks for, and what responses contain that the contract leaves open. Each call has to fit both.
 */
export function withFacts(network: string, contract: Contract): Contract {
  const facts = calls[network] ?? []
  const answers = answersOf(network)
  return (exchange) => {
    const ofContract = contract(exchange)
    const ofCall = checkCall(exchange, facts)
    if (ofCall === undefined || (ofContract === undefined && exchange.operation !== 'authorize')) return undefined
    return [...(ofContract ?? []), ...ofCall, ...answers(exchange)]
  }
}
