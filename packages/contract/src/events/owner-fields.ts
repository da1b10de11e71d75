import { type EventObject, eventFields, type JSONSchema, platforms, uuid } from '@carillon/domain'

type OwnerFields = Readonly<Record<'profileId' | 'accountId' | 'platform', JSONSchema>>

const { profileId, accountId, platform } = eventFields

const ofAccount: OwnerFields = {
  profileId: { ...uuid, description: 'The profile of the account.' },
  accountId: { ...uuid, description: 'The account that the event belongs to.' },
  platform: { enum: platforms, description: 'The platform of the account.' },
}

/** The schemas of an event's profile, account and platform, keyed by the kind of object that the event is about. */
export const ownerFields: Readonly<Record<EventObject, OwnerFields>> = {
  publish: ofAccount,
  post: ofAccount,
  connection: {
    profileId: { ...uuid, description: 'The profile of the session.' },
    accountId: { ...accountId, description: 'Always null: `data.accountIds` lists the accounts of the session.' },
    platform: { enum: platforms, description: 'The platform of the session.' },
  },
  account: ofAccount,
  comment: ofAccount,
  message: ofAccount,
  template: ofAccount,
  campaign: ofAccount,
  schedule: ofAccount,
  quota: {
    profileId: { ...profileId, description: 'Always null: the quota belongs to no profile.' },
    accountId: { ...accountId, description: 'Always null: all accounts of this deployment share the quota.' },
    platform: { enum: platforms, description: 'The platform that sets the quota.' },
  },
  endpoint: {
    profileId: {
      ...profileId,
      description: 'The profile of the endpoint; null if the endpoint receives the events of the whole organization.',
    },
    accountId: { ...accountId, description: 'Always null: an endpoint belongs to no account.' },
    platform: { ...platform, description: 'Always null: an endpoint belongs to no platform.' },
  },
  ping: {
    profileId: { ...profileId, description: 'Always null: a ping belongs to no profile.' },
    accountId: { ...accountId, description: 'Always null: a ping belongs to no account.' },
    platform: { ...platform, description: 'Always null: a ping belongs to no platform.' },
  },
}
