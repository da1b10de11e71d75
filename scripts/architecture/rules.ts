import { networkWords } from './networks.ts'

/** The rules of the architecture as data. Paths are relative to the root, with `/`. */
export interface Rules {
  /** Package → packages that it may import, by the last part of their names. */
  arrows: Record<string, readonly string[]>
  /** Packages that tests alone may import. */
  forTestsOnly: readonly string[]
  /** Packages that contain what they import: they are published without dependencies. */
  bundled: readonly string[]
  /** Network → words that give it away, in lower case. `'x'` is a word only between quotes or slashes. */
  networks: Record<string, readonly string[]>
  /** Networks whose adapters are one family and may name each other. */
  families: readonly (readonly string[])[]
  /** Where any network may be named. */
  networkPlaces: readonly RegExp[]
  /** Where a network has a folder of its own name, in which its words may stand. */
  networkFolders: readonly string[]
  forbiddenNames: readonly string[]
  maxLines: number
  /** The maximum number of columns of a line of a comment, which the formatter does not wrap. */
  maxColumns: number
  largeTables: readonly string[]
  maxFilesInFolder: number
  /** Folders that are a list by nature, one file for each entry. */
  longFolders: readonly string[]
  /** Casts (`x as T`) that all sources may have together, JSON boundaries aside. */
  maxCasts: number
  /** Files in which unknown JSON gets its type, right after it was checked. */
  jsonBoundaries: readonly string[]
  /** Calls that `void` may discard, because their result is no promise: names without arguments, `a.b().c()`. */
  synchronous: readonly RegExp[]
  vocabulary: {
    words: readonly { word: RegExp; instead: string }[]
    except: readonly RegExp[]
  }
  privileges: readonly Privilege[]
}

/** Something that only some files may do. */
interface Privilege {
  what: string
  pattern: RegExp
  places: readonly RegExp[]
  /** Does not count where this is found as well. */
  unless?: RegExp
}

const TESTS = /(?:^|\/)test\//

export const rules: Rules = {
  arrows: {
    errors: [],
    log: [],
    domain: ['errors'],
    outbound: ['log'],
    contract: ['domain', 'errors'],
    mcp: ['contract', 'domain', 'errors'],
    // For users of the API: it knows the OpenAPI document alone.
    client: [],
    'client-generators': [],
    // A client like any other: it knows the public API alone, and contains the client, as n8n allows no dependencies.
    'n8n-nodes-carillon': ['client'],
    media: ['domain', 'errors', 'outbound', 'log'],
    database: ['domain', 'errors', 'log'],
    providers: ['domain', 'errors', 'outbound', 'log'],
    // Outbound: the composition root makes the one there is.
    service: ['contract', 'domain', 'errors', 'database', 'media', 'providers', 'log', 'outbound'],
    // Dashboard: it serves those files.
    gateway: ['contract', 'domain', 'service', 'errors', 'log', 'dashboard', 'mcp'],
    // An app for a browser, which knows the public API alone, and the way it is bundled.
    dashboard: ['client'],
    // For users of the API as well.
    cli: ['client'],
    worker: ['service', 'errors', 'log'],
    admin: ['service', 'errors', 'log'],
    // It stands for the networks, so it must not share the adapters' mistakes.
    sandbox: [],
    // Admin: it migrates and makes the first key. Log: it is the fourth process of the four it starts.
    standalone: ['bundler', 'gateway', 'worker', 'sandbox', 'admin', 'log', 'embedded-postgres'],
    bundler: [],
    'embedded-postgres': [],
    testkit: ['*'],
  },
  forTestsOnly: ['testkit', 'client-generators'],
  bundled: ['n8n-nodes-carillon'],

  networks: networkWords,
  families: [['instagram', 'facebook', 'whatsapp', 'meta']],
  networkPlaces: [
    TESTS,
    /^docs\//,
    /^packages\/(?:domain|contract|client)\//,
    // Made from the contract.
    /^packages\/n8n-nodes-carillon\/nodes\/Carillon\/generated\//,
    // Codes of the contract: one names a network.
    /^packages\/errors\/src\/catalogue\.ts$/,
    /^packages\/providers\/src\/(?:registry|responses|settings)\.ts$/,
    // Made from the OpenAPI document; examples of commands.
    /^apps\/cli\/src\/(?:generated|commands)\//,
    // How each network is called and marked; operations of the contract whose paths name one.
    /^apps\/dashboard\/app\/(?:ui\/networks|data\/network-operations)\.ts$/,
    /^apps\/sandbox\/src\/(?:index|networks|sandbox)\.ts$/,
    // The bench plays one network.
    /^scripts\/bench\//,
    // The rule itself has to name what it forbids.
    /^scripts\/architecture\/(?:networks|rules)\.ts$/,
  ],
  networkFolders: ['packages/providers/src', 'apps/sandbox/src'],

  forbiddenNames: [
    ...['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'lib', 'misc'],
    ...['types', 'interfaces', 'manager', 'base', 'core'],
  ],

  maxLines: 300,
  maxColumns: 120,
  largeTables: ['packages/errors/src/catalogue.ts', 'packages/domain/src/capabilities.ts'],
  maxFilesInFolder: 25,
  longFolders: [
    ...['migrations', 'queries', 'schema'].map((name) => `packages/database/src/${name}`),
    'apps/dashboard/app/ui',
  ],

  maxCasts: 40,
  jsonBoundaries: [
    // A body that has passed its shape.
    'apps/sandbox/src/x/wire/body.ts',
    // Responses of the reference server.
    'apps/sandbox/src/bluesky/xrpc.ts',
    // Requests that are made of what a user has given to the command line.
    'apps/cli/src/untyped-requests.ts',
    // Results of writes, which the document describes as objects.
    'packages/client/src/responses-of-writes.ts',
  ],

  synchronous: [
    // Express and Node
    /^response(?:\.\w+\(\))*\.(?:json|send|end|destroy)\(\)$/,
    /^child\.kill\(\)$/,
    /^client\.(?:socket\.end|server\.write)\(\)$/,
    /^(?:decoder\.end|raw\.resetAndDestroy)\(\)$/,
    // arrays and maps
    /\.push\(\)$/,
    /^(?:entries|figures|files|newest|values)\.(?:set|delete)\(\)$/,
    // called for what it throws
    /^videoMetadata\(\)$/,
  ],
  vocabulary: {
    words: [
      { word: /\bfilms?\b/i, instead: 'video' },
      { word: /\blapsed?\b/i, instead: 'expired' },
      { word: /(?<!connect )\brefus(?:al|als|e|ed|es|ing)\b/i, instead: 'reject or rejection' },
      { word: /(?<!')\bseal(?:s|ing)?\b(?!-keys)|\bsealed (?:with|by)\b|\bunseal/i, instead: 'encrypt' },
      { word: /\bSurroundings\b|\bDesk\b|\bWorld\b|\bWish\b/, instead: 'context, dependencies, state or options' },
      { word: /\bhouse(?:s)?\b(?! how)/i, instead: 'package, installation or system' },
      { word: /\blifetimes\b/i, instead: 'retention policies' },
      { word: /\banew\b/i, instead: 'again, or recreate' },
      { word: /\bhand(?:s|ed|ing)? in\b|\bhand(?:s|ed)In\b/i, instead: 'publish or submit' },
      { word: /\bovertaken\b/i, instead: 'ConcurrentUpdateError' },
      { word: /\bto the letter\b/i, instead: 'exactly' },
      { word: /timed[ -]?door/i, instead: 'deadline guard' },
      { word: /\btall(?:y|ies)\b/i, instead: 'counter' },
      { word: /\bpatience\b/i, instead: 'deadline or timeout' },
      { word: /keep-?house\b|\bhousekeeping\b/i, instead: 'retention or purge' },
      { word: /\bfrozen posts?\b/i, instead: 'stored payload' },
      { word: /\bday budgets?\b/i, instead: 'daily quota' },
      { word: /\bunder way\b/i, instead: 'in flight or in progress' },
      { word: /\bwhoever\b/i, instead: 'a client that, or a user who' },
      { word: /\b(?:those|all|they) who\b/i, instead: 'clients that, or users who' },
      { word: /\bof (?:ours|theirs)\b/i, instead: "Carillon's, or the network's" },
      { word: /\b(?:that|which|it|what) (?:is|are|was) none\b|\b(?:is|as) none of\b/i, instead: 'invalid, or is not' },
      {
        word: /\b(?:that|which|it|what) (?:is|are|was|were) no (?!longer\b|more\b|other\b)[a-z]/i,
        instead: 'is not a',
      },
      {
        word: /\btold (?:by|apart|from)\b|\btells? (?:of|apart)\b|\bcan(?:not)? be told\b|\bnobody can tell\b/i,
        instead: 'reported, known or distinguished',
      },
      { word: /\bstands? (?:in|behind|at|beside|below|under|before|between)\b/i, instead: 'is in, or is listed in' },
      {
        word: /\b(?:const|let) (?:most|least)\b|[{,(] ?(?:most|least) ?[,:=})]|\bat the (?:most|least)\b/i,
        instead: 'max or min',
      },
      { word: /\brooms?\b/i, instead: 'package, memory or capacity' },
      { word: /(?<!next )\bdoors?\b(?! at )/i, instead: 'entry point' },
      { word: /\b(?:network|quota|request|rate)s?'?s? budgets?\b/i, instead: 'quota or rate limit' },
      {
        word: /\b(?:network|platform|server|gateway|database|host|peer)s? (?:(?:has|had|have|does not|did not) )?answer(?:s|ed)?\b/i,
        instead: 'respond',
      },
      {
        word: /\basks? the (?:network|platform|server|gateway|database)\b|\b(?:network|platform|server|gateway|database) (?:is|was|cannot be|could not be) asked\b/i,
        instead: 'query or request',
      },
      { word: /\b(?:our|own|its) store\b/i, instead: 'database, or media store' },
    ],
    except: [
      /^packages\/database\/src\/migrations\//,
      // Its table names the words.
      /^STYLE\.md$/,
      // A category of videos has such a name.
      /^packages\/domain\/src\/posts\/setting-hints\.ts$/,
      // A top-level domain has such a name.
      /^packages\/providers\/(?:src\/x\/links|test\/x\/text\.spec)\.ts$/,
      // It writes rows as they were before a migration.
      /^packages\/service\/test\/journal\/migration\.spec\.ts$/,
      /^scripts\/(?:architecture\/rules|test\/architecture\.spec)\.ts$/,
    ],
  },

  privileges: [
    {
      what: 'only outbound calls the network',
      pattern:
        /(?<![\w.$'"`-])fetch\s*\(|globalThis\.fetch|from 'undici'|\bimport\('undici'\)|^import (?!type\b).*\b(?:connect|createConnection|request|get|Agent|net|tls|https?|http2|dgram)\b.* from 'node:(?:net|tls|https?|http2|dgram)'/,
      places: [
        TESTS,
        /^packages\/(?:client|outbound|testkit|embedded-postgres)\//,
        /^apps\/(?:cli|sandbox)\//,
        // Its connections are streams in memory.
        /^apps\/gateway\/src\/mcp\/internal-requests\.ts$/,
        // Calls the sandbox that it has started on the same machine.
        /^apps\/standalone\/src\/main\.ts$/,
        // Run in a browser, on their own origin.
        /^apps\/gateway\/src\/public\/docs\/browser\//,
        // Shown on a page, for readers to run.
        /^apps\/gateway\/src\/public\/docs\/programs\//,
        /^apps\/dashboard\/app\//,
        /^packages\/providers\/src\/whatsapp\/signup\/dialog\.js$/,
        /^scripts\//,
      ],
      // A parameter or a constant of that name is not the global.
      unless: /typeof globalThis\.fetch|[({,]\s*fetch\s*[,:)}]|\b(?:const|let|function)\s+fetch\b/,
    },
    {
      what: 'only database speaks SQL',
      pattern: /\bsql(?:<[^`]*>)?`|\b(?:pool|client|pg|db|connection)\.query\(|from '(?:pg|kysely)'/,
      // The bench speaks it for its baselines, which have no database package.
      places: [TESTS, /^packages\/(?:database|testkit)\//, /^scripts\/bench\//],
    },
    {
      what: 'only the statements of decision 26 are written by hand',
      pattern: /`\.execute\(|\bstatement<|\b(?:db|tx)\.query\b/,
      places: [
        TESTS,
        /^packages\/testkit\//,
        /^packages\/database\/src\/(?:migrations|migrating|partitions|statements)\//,
        /^packages\/database\/src\/queries\/(?:account-with-credential|api-key|audit|comment|comment-answer|comment-copy)\.ts$/,
        /^packages\/database\/src\/queries\/(?:credential|daily-quota|due-work|event|external-write(?:-attempt|-change)?)\.ts$/,
        /^packages\/database\/src\/queries\/(?:jobs|message|request-window|waiting-writes|webhook-claim|webhook-event)\.ts$/,
        /^scripts\/bench\//,
      ],
    },
    {
      what: 'only the function of a kind of change, which stores its event as well, changes these rows',
      pattern:
        /\b(?:changeExternalWrite|storeComments|deleteUnseen|deleteUnseenReplies|mergeMessages|applyMessageStatuses|markSent|markNotSent|upsertAccount|setAccountStatus|setAccountColumns|changeSetup|noteRestriction|deleteAccounts?|completeSession|failSession|storeTemplateStatus)\(/,
      places: [
        TESTS,
        /^packages\/database\//,
        // Stores what it measures.
        /^scripts\/bench\//,
        /^packages\/service\/src\/journal\/(?:transition|decide-write)\.ts$/,
        /^packages\/service\/src\/comments\/(?:comment-events|pass-step)\.ts$/,
        /^packages\/service\/src\/messages\/(?:open-sends|store-events)\.ts$/,
        /^packages\/service\/src\/(?:accounts|account-changes|connections|signup|user-requests)\//,
        /^packages\/service\/src\/credentials\/store-(?:granted|names)\.ts$/,
        /^packages\/service\/src\/webhooks\/(?:update-accounts|store-template)\.ts$/,
      ],
    },
    {
      what: "only pages in a browser follow the reader's locale; elsewhere, that of the machine must not matter",
      pattern: /\.localeCompare\((?!.*, 'en'\))|\.toLocale\w+\(\s*\)|\bIntl\.\w+\((?:\s*\)|undefined)/,
      places: [TESTS, /^apps\/dashboard\/app\//, /^apps\/gateway\/src\/public\/docs\/browser\//],
    },
    {
      what: 'the app runs in a browser',
      pattern: /from 'node:|from 'esbuild'/,
      places: [/^(?!apps\/dashboard\/app\/)/],
    },
    {
      what: 'only configuration and entry points read the environment',
      pattern: /\bprocess\.env\b/,
      places: [
        TESTS,
        /^packages\/service\/src\/config\//,
        /^packages\/(?:testkit|embedded-postgres)\//,
        /^apps\/[^/]+\/src\/main\.ts$/,
        // Shown on a page, for readers to run.
        /^apps\/gateway\/src\/public\/docs\/programs\//,
        // Says what libraries for the browser read there.
        /^apps\/dashboard\/src\/build\.ts$/,
        /^scripts\//,
      ],
    },
  ],
}
