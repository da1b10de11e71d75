/** The service and the API key of a command, and where they come from. */
export interface Access {
  url: string
  apiKey: string
  source: 'environment' | 'login file'
}
