const NAMED_PATHS: Record<string, string> = {
  '/oauth/par': 'oauth.par',
  '/oauth/token': 'oauth.token',
  '/oauth/revoke': 'oauth.revoke',
  '/oauth/introspect': 'oauth.introspect',
  '/oauth/jwks': 'oauth.jwks',
  '/.well-known/oauth-protected-resource': 'oauth.protected-resource',
  '/.well-known/oauth-authorization-server': 'oauth.authorization-server',
  '/.well-known/atproto-did': 'identity.well-known',
  '/.well-known/did.json': 'identity.did-document',
}

/**
 * Returns the operation name of a call to a Bluesky server: the XRPC method or the OAuth endpoint; undefined for any
 * other path, such as that of a page.
 */
export function nameOperation(path: string): string | undefined {
  return path.startsWith('/xrpc/') ? path.slice('/xrpc/'.length) : NAMED_PATHS[path]
}
