import { readSignedRequest } from '../meta/signed-request.ts'
import type { UserRequestsPort } from '../ports/user-requests.ts'

/**
 * Reads the requests that Meta signs on behalf of a user: that access has ended, or that data has to be deleted. They
 * are signed with the secret of either app: that of the login with Instagram, or the Meta app of the login with
 * Facebook, each also with the secret that it had before the last rotation.
 */
export const instagramUserRequests: UserRequestsPort = {
  read({ secrets }, signedRequest, now) {
    const current = [secrets['clientSecret'], secrets['facebookClientSecret']]
    const previous = [secrets['previousClientSecret'], secrets['facebookPreviousClientSecret']]
    const own = [...current, ...previous].flatMap((secret) => secret || [])
    return readSignedRequest(own, signedRequest, now)
  },
}
