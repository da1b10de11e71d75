/**
 * The operations that call other hosts than those of the social network whose label they have: media that a client
 * names by URL, and avatars and thumbnails, whose hosts a firewall may not allow. Their outcomes say nothing about the
 * network.
 */
export const operationsElsewhere: readonly string[] = ['media.fetch', 'picture.fetch']
