import { authenticate, takeRequest } from '@carillon/service'
import { figureOf, type Row } from '../measure.ts'

const rounds = 9
const times = 50_000

export const auth: Row = {
  id: 'auth',
  about: 'authenticating a request and counting it against its key, warm, without the HTTP around it',
  bars: [{ figure: 'for each request', unit: 'µs', atMost: 5 }],
  async run({ context, apiKey }) {
    const header = `Bearer ${apiKey}`
    const values: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const began = performance.now()
      for (let at = 0; at < times; at++) await takeRequest(context, await authenticate(context, header))
      if (round > 0) values.push(((performance.now() - began) / times) * 1000)
    }
    return { 'for each request': figureOf(values) }
  },
}
