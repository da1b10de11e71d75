import { readSignedRequest } from '../meta/signed-request.ts'
import type { UserRequestsPort } from '../ports/user-requests.ts'

export const facebookUserRequests: UserRequestsPort = {
  read: ({ secrets }, signedRequest, now) =>
    readSignedRequest(secrets['clientSecret'] ? [secrets['clientSecret']] : [], signedRequest, now),
}
