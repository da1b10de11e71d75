/** The URL of the service and the API key that a command uses, and where the key comes from. */
export interface Access {
  url: string
  apiKey: string
  source: 'environment' | 'login file'
}
