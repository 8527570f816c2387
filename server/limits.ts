/** Time-outs and sizes of the process. Each name bears its unit; no unit means a number of things. */

// Shutdown: the longest drain and then the requests < workers < the process < 25 s, after which
// supervisors kill.

/** What `DRAIN_DELAY` may be: load balancers need a few checks to notice. */
export const maxDrainDelaySeconds = 20;
/** For requests under way; connections still open then are cut. */
export const requestDrainMs = 3_000;
/** The primary then kills the workers that have not ended, and still has time for the database. */
export const workerShutdownMs = 23_500;
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
/** The checks of a start and the banner. */
export const startStatementMs = 15_000;
/** Between two attempts to reach a database that does not answer yet. */
export const databaseRetryPauseMs = 500;
/** Ports tried after 3000 when no `PORT` is given. */
export const nextPorts = 50;
/**
 * Connections that may wait to be accepted. The kernel drops one too many, and its client tries
 * again after one second, three, seven and fifteen. The kernel may allow fewer.
 */
export const listenBacklog = 4_096;

// Health.

/** `/readyz` then answers 503: less than the second that load balancers often wait. */
export const readinessCheckMs = 1_000;

// Connections to PostgreSQL: by default it gives 97 to all its clients.

/** Of all workers together, divided among them. */
export const sharedConnections = { intake: 32, panel: 24 };
/** Of one worker, for intake and for the panel. Two: a look-up beside a write. */
export const connectionsPerWorker = { min: 2, max: 8 };
/** Writer connections of one worker: a second group may go beside the first. */
export const maxWriterConnections = 2;
export const backgroundConnections = 2;
