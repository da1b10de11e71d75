import type { IncomingMessage } from 'node:http'
import { type Operation, propertiesOf } from '@carillon/contract'

/** Returns whether a request has an `Idempotency-Key` that its operation uses: it is then carried out only once. */
export const hasIdempotencyKey = ({ headers }: Pick<IncomingMessage, 'headers'>, row: Operation): boolean =>
  'idempotency-key' in propertiesOf(row.headers) && headers['idempotency-key'] !== undefined
