/** Operations in the adapters' tables that the tour does not make, each with its reason. */
export const notOnTour: Readonly<Record<string, string>> = {
  'bluesky identity.well-known':
    'The file of a handle is read from the domain of its user, which is not part of the network.',
  'whatsapp oauth.long-lived-token':
    'The table takes the rows of all logins of the company; this network has a login of its own.',
  'whatsapp permissions.list': 'As for oauth.long-lived-token.',
  'whatsapp pages.list': 'As for oauth.long-lived-token.',
  'whatsapp businesses.list': 'As for oauth.long-lived-token.',
}
