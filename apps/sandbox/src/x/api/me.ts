import { type Call, type Endpoint, type EndpointResponse, person } from './endpoint.ts'
import { renderUser } from './render-user.ts'
import { readView, userParameters } from './vocabulary.ts'

function handle(call: Call): EndpointResponse {
  const { backend, caller, query } = call
  const account = person(call)
  const charge = { operation: 'users.read', clientId: caller.app.clientId, accountId: account.id } as const
  backend.ledger.charge({ ...charge, resources: [account.id] })
  return {
    body: { data: renderUser(backend, account, { view: readView(query, backend.options.vocabulary), own: true }) },
  }
}

/**
 * The endpoint that returns the calling user (`GET /2/users/me`).
 * @see https://docs.x.com/x-api/users/get-my-user (read 2026-11-20)
 */
export const getMe: Endpoint = {
  operation: 'users.me',
  method: 'GET',
  path: '/2/users/me',
  tokens: ['user'],
  scopes: ['tweet.read', 'users.read'],
  query: (spoken) => ({ parameters: userParameters(spoken) }),
  handle: handle,
}
