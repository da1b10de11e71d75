/**
 * The operations that are counted under a social network but call other hosts: media that a client names by URL,
 * avatars and thumbnails, whose hosts a firewall may not allow, and the web servers of users' handles, of which many do
 * not exist. Their outcomes say nothing about the network.
 */
export const operationsElsewhere: readonly string[] = ['media.fetch', 'picture.fetch', 'identity.well-known']

/**
 * The parts of an operation's name that show that a network of chosen servers runs the service itself: its directory of
 * identities and its service for videos. All other calls to such a network go to the server that a user has chosen.
 */
export const operationsBesideServers: readonly string[] = ['identity', 'video']
