/**
 * The operations that call other hosts than those of the social network whose label they have: media that a client
 * names by URL, avatars and thumbnails, whose hosts a firewall may not allow, and the web servers of users' handles, of
 * which many do not exist. Their outcomes say nothing about the network.
 */
export const operationsElsewhere: readonly string[] = ['media.fetch', 'picture.fetch', 'identity.well-known']
