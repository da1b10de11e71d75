import { platforms } from '../platforms.ts'
import { closed, type Described, errorCode, type JSONSchema, text, uuid } from '../schema.ts'

export const accountFailureShape = closed({
  accountId: uuid,
  profileId: uuid,
  platform: { enum: platforms },
  code: {
    ...errorCode,
    description:
      'The code of the error; result_limit: records of the account were left out or, in a list of accounts, this account and later ones of its platform.',
  },
  message: text,
})

export type AccountFailure = Described<typeof accountFailureShape>

/**
 * Builds the response schema of a read over several accounts: `{status, <records>, errors}`. `errors` lists the
 * accounts that failed or whose records were left out; `status` is `complete` if `errors` is empty, otherwise
 * `partial`.
 * @param records the property that lists the records, such as `{ posts: { type: 'array', items: postShape } }`
 */
export function aggregateShape<const P extends Record<string, JSONSchema>>(records: P) {
  return closed({
    status: {
      enum: ['complete', 'partial'],
      description:
        'complete: errors is empty. partial: errors lists the accounts that failed or whose records were left out.',
    },
    ...records,
    errors: { type: 'array', items: accountFailureShape },
  })
}
