import type { ApiKey, KeyCheck } from '@carillon/client'
import { Alert, Code, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { checkBody, type KeyDraft } from './key-draft.ts'

const count = (number: number, noun: string) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`

function Rejections({ rejections }: Pick<KeyCheck, 'rejections'>) {
  return (
    <ul>
      {rejections.map(({ operation, code, requiredScope, count: times }) => (
        <li key={`${operation} ${code} ${requiredScope}`}>
          <Code>{operation}</Code> {count(times, 'time')}:{' '}
          {requiredScope ? `takes ${requiredScope}` : <Code>{code}</Code>}
        </li>
      ))}
    </ul>
  )
}

/**
 * The number of the key's requests in the last 7 days that the scopes, profiles and IP addresses of the draft would
 * have rejected. Nothing while the draft is not valid.
 */
export function Narrower({ apiKey, draft }: { apiKey: ApiKey; draft: KeyDraft }) {
  const [body] = useDebouncedValue(checkBody(draft), 300)
  const { data, error } = useQuery({
    queryKey: ['keys', apiKey.keyId, 'check', body],
    queryFn: async ({ signal }) =>
      (await api.post('/keys/{keyId}/check', { path: { keyId: apiKey.keyId }, body: body ?? {}, signal })).data,
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  // A field that is being written, such as half of an IP address; creating the key says what is wrong with it.
  if (!data || error) return null
  const { requests, rejected, rejections } = data
  return (
    <Alert color={rejected === 0 ? 'green' : 'orange'} variant="light" role="status" title="In the last 7 days">
      <Stack gap={4}>
        <Text size="sm">
          {rejected === 0
            ? `None of the key's ${count(requests, 'request')} would have been rejected.`
            : `This key would have been rejected ${count(rejected, 'time')}, of ${count(requests, 'request')}.`}
        </Text>
        {rejected > 0 && <Rejections rejections={rejections} />}
      </Stack>
    </Alert>
  )
}
