import { readSignedRequest } from '../meta/signed-request.ts'
import type { UserRequestsPort } from '../ports/user-requests.ts'

export const facebookUserRequests: UserRequestsPort = {
  read({ secrets }, signedRequest, now) {
    const own = [secrets['clientSecret'], secrets['previousClientSecret']].flatMap((secret) => secret || [])
    return readSignedRequest(own, signedRequest, now)
  },
}
