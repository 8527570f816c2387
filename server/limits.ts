/**
 * Every time-out and size of the server. A name ends with its unit; without a unit it is a number of
 * things. Those of a field of a lead are in its schema, those of a connection in `db/client.ts`.
 */

// Shutdown: the longest drain and then the requests < workers < the process < 25 s, after which
// supervisors kill.

/** What `DRAIN_DELAY` may be: load balancers need a few checks to notice. */
export const maxDrainDelaySeconds = 20;
/** For requests under way; connections still open then are cut. */
export const requestDrainMs = 3_000;
/** In a turn of the event loop that is shorter, no request was worked on. */
export const quietTurnMs = 0.5;
/** Of this, idle connections have so long for a request that was sent before our end arrived. */
export const idleGraceMs = 300;
/** Between two looks for connections that have become idle after that. */
export const closeCheckMs = 50;
/** What a worker has for its counts and connections after its requests. */
const workerCloseMs = 5_000;
const maxWorkerShutdownMs = 23_500;
/** The primary then kills the workers that have not ended, and still has time for the database. */
export const workerShutdownMs = (drainDelaySeconds: number) =>
  Math.min(drainDelaySeconds * 1_000 + requestDrainMs + workerCloseMs, maxWorkerShutdownMs);
/** The process then exits, whatever is left to do. */
export const shutdownMs = 24_500;
/** A terminal and a parent may both pass on one Ctrl+C; a later one is a second Ctrl+C. */
export const samePressMs = 1_000;

// Workers.

/** Between the end of a worker and the fork of the next: a fault at every start burns no CPU. */
export const forkPauseMs = 1_000;
/** So many workers in a row that end before they serve: another fork would end as well. */
export const maxFailedForks = 10;

// Start.

/** One statement of a migration of a large table, or the wait for the process that migrates. */
export const migrationStatementMs = 30 * 60_000;
/** A process that waits longer for the one that migrates says so. */
export const prepareNoticeMs = 2_000;
/** Each other statement of a start. */
export const startStatementMs = 15_000;
/** A step of the start that waits longer looks, so often, which locks it waits for. */
export const lockLookMs = 500;
/** Between two attempts of a step of the start. */
export const databaseRetryPauseMs = 500;
/** Ports tried after 3000 when no `PORT` is given. */
export const nextPorts = 50;
/**
 * Connections that may wait to be accepted. The kernel drops one too many, and its client tries
 * again after one second, three, seven and fifteen. The kernel may allow fewer.
 */
export const listenBacklog = 4_096;

// A request of the public API: statement < database wait < answer within 3 s.

/** PostgreSQL then ends a statement of intake, and surely stores nothing. */
export const intakeStatementMs = 2_000;
/** What a request may wait for the database in all. */
export const requestDatabaseMs = 2_500;
export const maxHeaderBytes = 16_384;
export const headersMs = 10_000;
/** The whole request, headers and body. */
export const requestMs = 20_000;
/** Between two checks of these time-outs. */
export const requestCheckMs = 1_000;
/** Longer than balancers and clients keep an idle connection: a request that crosses our closing is lost. */
export const keepAliveMs = 75_000;
/** Of the files that a process may open, for all that is no connection of a caller. */
export const reservedFiles = 96;
/** So many connections may be open however few files there are. */
export const leastConnections = 16;
/** A request waits this long for an earlier one with the same `Idempotency-Key`, then gets 409. */
export const firstRequestWaitMs = 1_000;
/** Requests of one connection at once. With a known key others wait; without one it is cut. */
export const maxPipelinedRequests = 16;
/** An answer of which the caller reads nothing for so long is given up; longer than `streamPingMs`. */
export const unreadAnswerMs = 30_000;
export const maxBodyBytes = 65_536;
/** Of a batch of leads, each of which is bounded by `maxBodyBytes`. */
export const maxBatchBytes = 1_048_576;
export const maxBatchLeads = 500;
/** A batch takes the processor for so long before other requests are served. */
export const timeSliceMs = 10;
/** Levels of objects and lists in each other. */
export const maxJsonDepth = 20;
/** Time that the sender of a refused body has for reading why. */
export const refusedBodyLingerMs = 250;
/** What `Retry-After` says with 503. */
export const unavailableRetrySeconds = 1;
/** The same for an inbound address that an admin has paused. */
export const pausedRetrySeconds = 300;
/** A person needs longer to fill in a form. */
export const formMinAgeMs = 2_000;
/** A form that was opened longer ago may have been copied by a program. */
export const formMaxAgeMs = 86_400_000;
/** A browser opens a page again that could not be served. */
export const pageRetrySeconds = 5;
/** Of a form that is sent to an inbound address; more are not read. */
export const maxFormFields = 1_000;
/** Of one request to an inbound address; more are not read. */
export const maxPeople = 50;
/** Findings about one lead that are told one by one. */
export const maxNotes = 100;
/** Of `X-Ignored-Fields`: proxies refuse an answer whose headers exceed their buffer, often 4 KB. */
export const maxIgnoredFieldsBytes = 1_024;
/** Of `X-Unread-Fields`, `X-Truncated-Fields` and `X-Warnings`, each. */
export const maxFoundNamesBytes = 512;
/** Characters of each name in them. */
export const maxIgnoredNameLength = 64;

/** The most that `X-Simulate` may ask for; the delay is shorter than `unreadAnswerMs`. */
export const maxSimulatedSlowSeconds = 15;
export const maxSimulatedRetrySeconds = 60;

// Overload: a request is refused at once rather than let wait.

/** Two tenths of a second at ten thousand leads a second. */
export const maxWaitingRows = 2_000;
/** Estimated wait in the queue, less than `requestDatabaseMs`. */
export const maxQueueMs = 1_500;
export const lagCheckIntervalMs = 50;
export const maxEventLoopLagMs = 100;
/** Callers without a known key are then refused, so that those with one may be served. */
export const busyEventLoopLagMs = 50;
/** With fewer requests between two checks, requests are not the reason for the lag. */
export const minRequestsForLag = 100;

// Group commit.

export const maxGroupRows = 500;
/** Rows, or milliseconds that a group has taken, from which the next group may run beside it. */
export const largeGroupRows = 32;
export const slowGroupMs = 20;
/** Smaller groups say little of throughput: their fixed cost outweighs that of their rows. */
export const minEstimateRows = 50;
/** Counters of a step are divided so that groups at once rarely meet on one row. */
export const counterShards = 8;

// Caches, and the change listener that keeps them fresh: ping interval + time-out < 1 s.

/** An entry is read again after this time, whatever was announced. */
export const cacheMaxAgeMs = 5_000;
export const maxCachedHosts = 10_000;
export const maxCachedSteps = 50_000;
export const maxCachedKeys = 50_000;
/** A secret that a key had so lately is no guess. */
export const recentSecretMs = 3_600_000;
/** A key is not marked as exposed again within this time. */
export const exposedAgainMs = 3_600_000;
export const changePingIntervalMs = 250;
export const changePingTimeoutMs = 500;
/** A listening connection that does not answer for so long is replaced. */
export const changeStatementMs = 4_000;

// Rates and failed keys.

export const failedKeysPerMinute = 30;
export const maxFailedAuthAddresses = 100_000;
/** A request waits so long for a lease before the fallback decides. */
export const leaseTimeoutMs = 250;
/** A lease that hangs holds its connection: the next one is requested only after this time. */
export const stuckLeaseMs = 10_000;
export const leaseRetryMs = 1_000;
/** Between two requests for a lease from an empty bucket. */
export const emptyBucketPauseMs = 20;
/** A lease is as large as what was spent in this time. */
export const leaseForMs = 100;
/** Leased tokens that are not spent by then are lost. */
export const leaseLifetimeMs = 2_000;

// Background work.

export const backgroundStatementMs = 3_500;
export const usageFlushIntervalMs = 1_000;
export const sweepIntervalMs = 600_000;
/** Between two checks of all keys: drift is found within 15 minutes. */
export const keyCheckIntervalMs = 120_000;
/** Between looks for replays. */
export const replayIntervalMs = 1_000;
/** By then, no request is under way that knows nothing of the replay of its key. */
export const replayDelayMs = requestDatabaseMs + 1_000;
/** Requests of one transaction of a replay. */
export const replayRequestsAtOnce = 200;

// The intake log.

/** Between two writes of refused requests and bodies, and of accepted requests and counts. */
export const intakeLogFlushMs = 200;
export const acceptedFlushMs = 1_000;
/** In the memory of a process until they are written; more are dropped and counted. */
export const maxWaitingEntries = 20_000;
export const maxWaitingBodyBytes = 16 * 1_048_576;
/** So much of it bodies of refused requests may fill: those of leads are worth more. */
export const maxRefusedBodyBytes = 8 * 1_048_576;
/** Of one transaction. */
export const maxLogChunkRows = 500;
export const maxLogChunkBytes = 524_288;
export const logChunkMs = 3_500;
/** Characters of the text of an answer that are stored. */
export const maxStoredMessage = 500;
/** Of one key in a day; requests with others are counted together. */
export const maxCausesPerKey = 100;
/** Of a write: steps with requests without a valid key. */
export const maxKeylessSteps = 1_000;

// The search index.

/** Between two merges of new words into it: a search reads what is not merged word by word. */
export const searchMergeIntervalMs = 250;
/** What a merge may take after a restore, or when none could run for long. */
export const searchMergeMs = 60_000;
/** Before the next try when one has failed: the database is unreachable. */
export const searchRetryMs = 2_000;
/** What shutdown waits for a merge or a batch. */
export const searchCloseMs = 1_000;
/** Between two looks for leads without words. */
export const searchFillIntervalMs = 500;
/** So many leads get their words in one transaction. */
export const searchFillRows = 500;
/** A search reads block after block: more leads make a common word slow, fewer a rare one. */
export const leadsPerSearchBlock = 65_536;

// The panel: statement < call < the five seconds after which a person gives up.

export const panelStatementMs = 3_500;
export const panelCallMs = 4_500;
/** Of one user in one process; each call of a batch counts. */
export const callsPerUser = 2;
/** Of one user: two batches of twenty. More are refused. */
export const maxWaitingCalls = 40;
/** An export of leads may run so long, each on a connection of the panel. */
export const exportMs = 60 * 60_000;
/** Until its first piece is there, or its end. */
export const exportFirstLeadMs = 30_000;
/** Who reads an export slower is cut off, apart from pauses of so many milliseconds in all. */
export const exportBytesPerSecond = 65_536;
export const exportPausesMs = 30_000;
/** Of a process, each of another company. */
export const maxExports = 2;
export const exportPieceBytes = 65_536;
export const exportRetrySeconds = 30;
export const maxPanelBodyBytes = 256 * 1_024;
/** A body up to this size is read before its session is checked. Strangers may send it too. */
export const earlyPanelBodyBytes = 65_536;
export const oidcTimeoutMs = 5_000;
/** Proxies cut a stream that is silent for longer than about 30 s. */
export const streamPingMs = 15_000;
/** A stream ends after this time; the client opens another one and is authorized again. */
export const maxStreamMs = 60_000;
/** Of one user in one process. A browser opens six connections to a host, over HTTP/2 about a hundred. */
export const maxStreamsPerUser = 32;
export const sessionCheckIntervalMs = 1_000;
export const sessionCheckTimeoutMs = 5_000;
/** Between two announcements of new leads, however many there are. */
export const changeIntervalMs = 200;
export const changeTimeoutMs = 5_000;

/** Pages of strangers that are made at once in a process: each holds the thread for some milliseconds. */
export const maxStrangersPages = 6;
export const maxStrangersPagesPerNetwork = 3;
/** Of the documentation, which takes about 4 MB for a host. */
export const maxCachedPageBytes = 64 * 1_048_576;
export const pageMakingMs = 10_000;
/** Next gives up a page whose caller has gone within this time. */
export const abandonedPageMs = 1_000;
/** No page has a longer one. */
export const maxPagePathLength = 512;

/** So many passwords may wait to be checked in a process: on one core about a second. */
export const maxWaitingVerifications = 32;

// Health.

/** `/readyz` then answers 503: less than the second that load balancers often wait. */
export const readinessCheckMs = 1_000;
/** The result of a check serves all callers for this time. */
export const readinessKeepMs = 500;

/** So many leads, or groups of them, that fail one after the other make a process not ready. */
export const failedLeads = 3;
/** Failed leads count for so long. Then requests try again: only they can show that all is well. */
export const failedLeadsAgeMs = 5_000;
/** Leads that fail within this time are taken for those of one group. */
export const failuresOfGroupMs = 50;

// Logs.

/** Between two lines on failures of the same cause. */
export const failureLogIntervalMs = 1_000;
/** Between two lines on the requests of a key. */
export const requestLogIntervalMs = 60_000;

// Connections to PostgreSQL: by default it gives 97 to all its clients.

/** Of all workers together, divided among them. */
export const sharedConnections = { intake: 32, panel: 24 };
/** Of one worker, for intake and for the panel. Two: a look-up beside a write. */
export const connectionsPerWorker = { min: 2, max: 8 };
/** Writer connections of one worker: a second group may go beside the first. */
export const maxWriterConnections = 2;
export const backgroundConnections = 2;
