import type { Command } from '../invocation/command.ts'
import { fieldOption, waitOptions } from '../options/own-options.ts'
import { safeWriteOptions } from '../options/safe-write-options.ts'
import { operationCommands } from './operation-commands.ts'
import { publishCommand } from './publish-command.ts'

const ownCommands: readonly Command[] = [
  {
    words: 'login',
    summary: 'Store the URL of the service and an API key',
    operations: ['keys.current'],
    options: {
      url: { takes: 'URL', about: 'The URL of the gateway. Default: CARILLON_URL, or http://127.0.0.1:8080.' },
    },
    about: [
      'Prompts for the key without showing it. Without a terminal, the key is read from standard input, so that it is in no list of processes and in no history of a shell.',
      'The key is checked and stored in `carillon/login.json` below `XDG_CONFIG_HOME` (`~/.config`), which only you can read. `CARILLON_URL` and `CARILLON_API_KEY` go before it.',
    ],
    examples: [
      'carillon login --url https://carillon.example.com',
      'carillon login --url http://127.0.0.1:8080 < key.txt',
    ],
    load: async () => (await import('../runs/login.ts')).run,
  },
  {
    words: 'logout',
    summary: 'Delete the stored API key',
    about: ['The key itself stays valid: delete it with `carillon keys delete`.'],
    load: async () => (await import('../runs/logout.ts')).run,
  },
  {
    words: 'whoami',
    summary: 'Show the service and what the API key may do',
    operations: ['keys.current'],
    load: async () => (await import('../runs/whoami.ts')).run,
  },
  {
    words: 'connect',
    summary: 'Connect an account',
    operations: ['profiles.list', 'connections.start', 'connections.signup', 'connections.get'],
    args: [{ name: 'platform', about: 'The social network.' }],
    options: {
      profile: { takes: 'ID', about: 'The profile. Default: the first one.' },
      handle: {
        takes: 'HANDLE',
        about: 'The handle of the user, where the platform needs it (such as ada.example.com).',
      },
      'redirect-url': { takes: 'URL', about: 'Where the browser goes afterwards. Its origin has to be allowed.' },
      'no-wait': { about: 'Print the session at once, without waiting for the user.' },
      sandbox: { takes: 'URL', about: 'Let the user of the sandbox at this URL approve, in place of a browser.' },
      as: { takes: 'HANDLE', about: 'Which user of the sandbox approves. Default: its first one.' },
      ...waitOptions,
    },
    about: [
      'Shows the URL that the user of the account opens in a browser, and waits until the account is connected. The session lives for 30 minutes.',
    ],
    examples: ['carillon connect bluesky --handle ada.example.com', 'carillon connect tiktok --no-wait'],
    load: async () => (await import('../runs/connect.ts')).run,
  },
  {
    words: 'accounts list',
    summary: 'List the connected accounts of all profiles',
    operations: ['profiles.list', 'accounts.list'],
    options: { profile: { takes: 'ID', about: 'Only the accounts of this profile.' } },
    examples: ['carillon accounts list'],
    load: async () => (await import('../runs/accounts-list.ts')).run,
  },
  publishCommand,
  {
    words: 'publishes wait',
    summary: 'Wait until a publish has ended',
    operations: ['publishes.get'],
    args: [{ name: 'publishId', about: 'The publish.' }],
    options: waitOptions,
    about: [
      'Prints the publish however it ended. The exit code is 0 if it was published, 3 if it failed and 6 if that is unknown.',
    ],
    examples: ['carillon publishes wait 0199d1c4-2f6a-7d31-9b57-4c8e1a0d2b63'],
    load: async () => (await import('../runs/publishes-wait.ts')).run,
  },
  {
    words: 'uploads create',
    summary: 'Upload a file, to be used in several posts',
    operations: ['uploads.get'],
    args: [{ name: 'file', about: 'The file.' }],
    examples: ['carillon uploads create launch.mp4'],
    load: async () => (await import('../runs/uploads-create.ts')).run,
  },
  {
    words: 'events listen',
    summary: 'Print events as they happen, and forward them to a URL',
    operations: ['events.list'],
    options: {
      'forward-to': { takes: 'URL', about: 'Post each event to this URL, signed like a webhook.' },
      types: {
        takes: 'TYPE',
        isRepeatable: true,
        about: 'Only these types, such as publish.published or comment.*. Default: all.',
      },
      profile: { takes: 'ID', about: 'Only events of this profile.' },
      account: { takes: 'ID', about: 'Only events of this account.' },
      cursor: { takes: 'CURSOR', about: 'Begin after this cursor of the feed in place of now.' },
      count: { takes: 'NUMBER', about: 'End after so many events.' },
    },
    about: [
      'Begins now. Each event is a line of JSON on standard output. It goes on after lost connections, and after a receiver that rejects an event, until Ctrl-C.',
      'With `--forward-to`, the secret of the signatures is shown on standard error: give it to the receiver, such as `verifyWebhook` of carillon-client. `CARILLON_WEBHOOK_SECRET` sets one; otherwise each run has a new one.',
    ],
    examples: [
      'carillon events listen --forward-to http://127.0.0.1:3000/webhooks',
      "carillon events listen --types 'publish.*' --count 1",
    ],
    load: async () => (await import('../runs/events-listen.ts')).run,
  },
  {
    words: 'doctor',
    summary: 'Check the service, the key, the clock and the accounts',
    operations: ['keys.current', 'profiles.list', 'accounts.list'],
    about: [
      'Prints each check with `ok`, `warning` or `problem` and what to do. The exit code is 0 without problems, 4 without access, 5 if the service cannot be reached.',
    ],
    load: async () => (await import('../runs/doctor.ts')).run,
  },
  {
    words: 'api',
    summary: 'Call any operation of the API',
    args: [{ name: 'operationId', about: 'The operation, such as profiles.get. `carillon api --help` lists all.' }],
    options: {
      field: {
        ...fieldOption,
        about:
          'A field of the path, the query or the body. `a.b=c` sets a field within an object; a list is given by repeating it; objects are JSON.',
      },
      body: { takes: 'FILE', about: 'The body of the request as JSON, from a file, or from standard input with -.' },
      all: { about: 'Read all pages of a list, and print each item on a line of its own.' },
      ...safeWriteOptions,
    },
    about: ['`carillon api <operationId> --help` lists the fields of an operation.'],
    examples: [
      'carillon api profiles.get --field profileId=0199d1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b',
      'carillon api keys.create --field name=ci --field scopes=posts:write --field budgets.publishesPerDay=20',
    ],
    load: async () => (await import('../runs/api.ts')).run,
  },
  {
    words: 'completion',
    summary: 'Print the completion script of a shell',
    args: [{ name: 'shell', about: 'bash, zsh or fish.' }],
    about: [
      'Add it to the start of your shell: `eval "$(carillon completion bash)"`, `eval "$(carillon completion zsh)"`, or `carillon completion fish | source`.',
    ],
    examples: ['eval "$(carillon completion bash)"'],
    load: async () => (await import('../runs/completion.ts')).run,
  },
  {
    words: 'mcp',
    summary: 'Serve the tools of the service to an assistant, over standard input and output',
    options: {
      toolsets: { takes: 'NAMES', about: 'Only these groups of tools, separated by commas.' },
      readonly: { about: 'Only tools that change nothing.' },
    },
    about: [
      'For assistants that start their servers as a command. Each message is passed on to `POST /mcp` of the service, with your API key: the tools, scopes, budgets and the guarantee to publish once are those of the service.',
      'Create a key with the preset `assistant` for it.',
    ],
    examples: ['carillon mcp --toolsets publishing --readonly'],
    load: async () => (await import('../runs/mcp.ts')).run,
  },
  {
    words: 'dev',
    summary: 'Start Carillon with its sandbox, connect, publish and listen, in one terminal',
    operations: [
      'profiles.list',
      'connections.start',
      'connections.get',
      'accounts.list',
      'posts.publish',
      'events.list',
    ],
    options: {
      platform: {
        takes: 'PLATFORM',
        about: 'The network of the first account. Default: the first one that publishes a text alone.',
      },
      'forward-to': { takes: 'URL', about: 'Post each event to this URL, signed like a webhook.' },
      count: { takes: 'NUMBER', about: 'End after so many events.' },
    },
    about: [
      'Run it in the folder of the sources of Carillon, or below it. An installation that runs there already is used. Otherwise it is started, and ended with Ctrl-C.',
    ],
    examples: ['npm run -s carillon -- dev'],
    load: async () => (await import('../runs/dev.ts')).run,
  },
]

const order = [
  'login',
  'logout',
  'whoami',
  'connect',
  'profiles',
  'accounts',
  'publish',
  'publishes',
  'schedules',
  'uploads',
  'comments',
  'messages',
  'events',
  'webhooks',
  'keys',
  'doctor',
  'api',
  'completion',
  'mcp',
  'dev',
]

const placeOf = ({ words }: Command) => order.indexOf(words.split(' ')[0] ?? '')

/** All commands, in the order in which the help lists them. */
export const commands: readonly Command[] = [...ownCommands, ...operationCommands].toSorted(
  (one, other) => placeOf(one) - placeOf(other),
)
