import type { PublishStatus } from '@carillon/client'
import type { StatusColor } from './status-badge.tsx'

interface StatusWords {
  label: string
  color: StatusColor
  meaning: string
}

export const publishStatuses: Readonly<Record<PublishStatus, StatusWords>> = {
  processing: { label: 'Publishing', color: 'blue', meaning: 'Carillon is publishing the post.' },
  accepted: {
    label: 'Accepted',
    color: 'blue',
    meaning: 'The network has accepted the post and has yet to publish it.',
  },
  published: { label: 'Published', color: 'green', meaning: 'The post is published.' },
  failed: { label: 'Failed', color: 'red', meaning: 'The post was not published.' },
  unknown: {
    label: 'Unknown',
    color: 'orange',
    meaning:
      'The network did not confirm whether it published the post. Look at the account before you publish it again.',
  },
}
