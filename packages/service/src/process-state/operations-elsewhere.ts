/**
 * The operations that are counted under a social network but call other hosts: media that a client names by URL,
 * avatars and thumbnails, whose hosts a firewall may not allow, and the web servers of users' handles, of which many do
 * not exist. Their outcomes say nothing about the network.
 */
export const operationsElsewhere: readonly string[] = ['media.fetch', 'picture.fetch', 'identity.well-known']
