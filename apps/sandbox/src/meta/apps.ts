/** The developer's app at the simulated Meta. Facebook Login and Instagram Login have different ids and secrets. */
export interface App {
  id: string
  secret: string
  name: string
}

/** The token with which Meta verifies the callback URLs of webhooks. */
export const VERIFY_TOKEN = 'sandbox-verify-token'

/** The app of Facebook Login: the Meta App ID and App Secret. */
export const FACEBOOK_APP: App = {
  id: '612345678901234',
  secret: '5a4db0c5fb00c0ffee1cefacade51de5',
  name: 'Sandbox App',
}

/** The app of Instagram Login: the Instagram App ID and Instagram App Secret. */
export const INSTAGRAM_APP: App = {
  id: '987654321098765',
  secret: '1a57ab00c0ffee5a4db0c5facade51de',
  name: 'Sandbox App-IG',
}
