import type { Account } from '@carillon/client'
import { Code, Stack } from '@mantine/core'
import { setupWords } from '../../data/account-health.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { networks } from '../../ui/networks.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'

/** The dates, login, setup and ids of an account, with a link to its publishes. */
export function AccountDetails({ account }: { account: Account }) {
  const ends = account.health.actBefore
  const steps = setupWords(account)
  const { accountId, platform, providerId, connectedAt, authMethod, setup } = account
  return (
    <Stack gap="md">
      <DefinitionList
        rows={[
          ['Connected', <Time key="connected" at={connectedAt} />],
          [
            'Access',
            account.health.state === 'expired' ? (
              'Ended'
            ) : ends ? (
              <span key="ends">
                Ends <Time at={ends} /> unless a user logs in again
              </span>
            ) : (
              'Renewed automatically'
            ),
          ],
          ...(authMethod ? [['Login', authMethod.replaceAll('_', ' ')] as const] : []),
          ...(setup ? [['Set-up', steps.length > 0 ? steps.join('; ') : 'Finished'] as const] : []),
          ...(setup?.restriction ? [['Restriction', setup.restriction] as const] : []),
          ...(setup?.quality ? [['Quality rating', setup.quality] as const] : []),
          ...(providerId
            ? [[`Id on ${networks[platform].name}`, <Code key="provider">{providerId}</Code>] as const]
            : []),
          ['Account id', <Code key="account">{accountId}</Code>],
        ]}
      />
      <div>
        <CopyButton text={accountId} label="Copy account id" />
      </div>
      <TextLink to={`/publishes?account=${accountId}`} size="sm">
        Publishes of this account
      </TextLink>
    </Stack>
  )
}
