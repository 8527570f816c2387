import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { NIL } from 'uuid';
import type { DatabaseAddress } from '#db/address.ts';
import { openPool, type Pool } from '#db/client.ts';
import type { Settings } from './env.ts';
import { announceChanges, ChangeFeed } from './events/change-feed.ts';
import { ChangeListener } from './events/change-listener.ts';
import { SessionWatch } from './events/session-watch.ts';
import { deleteExpiredKeys } from './intake/idempotency.ts';
import { Intake } from './intake/intake.ts';
import { SearchIndex } from './intake/search-index.ts';
import {
  backgroundStatementMs,
  exportRetrySeconds,
  intakeStatementMs,
  keyCheckIntervalMs,
  maxExports,
  maxWaitingVerifications,
  panelStatementMs,
  replayIntervalMs,
  sweepIntervalMs,
} from './limits.ts';
import { createLogger, type Logger } from './log.ts';
import { CallLimit } from './panel-api/call-limit.ts';
import { PeriodicTask } from './periodic-task.ts';
import { poolSizes } from './pool-sizes.ts';
import { workOnReplays } from './replay/work-on-replays.ts';
import { deleteExpiredSimulations } from './services/api-keys/simulations.ts';
import { deleteExpiredRequests } from './services/intake-log/delete-expired-requests.ts';
import { BodySeal } from './services/intake-log/sealed-body.ts';
import { checkKeys } from './services/key-alarms/check-keys.ts';
import { deleteExpiredLeads } from './services/leads/delete-expired-leads.ts';
import { deleteExpiredTests } from './services/leads/delete-expired-tests.ts';
import { ExportLimit } from './services/leads/export-limit.ts';
import { deleteExpiredSignIns } from './services/session/delete-expired-sign-ins.ts';
import { listLiveSessions } from './services/session/is-live-session.ts';
import { VerificationLimit } from './services/users/verification-limit.ts';
import { IntakeLog } from './usage/intake-log.ts';
import { RequestLog } from './usage/request-log.ts';
import { RequestMeter } from './usage/request-meter.ts';
import { trimIntakeLog, writeIntakeLog } from './usage/write-intake-log.ts';
import { deleteOldUsage, mergeLeadCounts, writeUsage } from './usage/write-usage.ts';

/** What exists once in the process. */
export interface Runtime {
  readonly settings: Settings;
  readonly address: DatabaseAddress;
  readonly log: Logger;
  readonly requests: RequestLog;
  readonly usage: RequestMeter;
  readonly intakeLog: IntakeLog;
  readonly bodySeal: BodySeal;
  /** Intake has a pool of its own, so that a slow screen can never hold it up. */
  readonly panel: Pool;
  readonly background: Pool;
  readonly intake: Intake;
  readonly events: ChangeFeed;
  readonly sessions: SessionWatch;
  readonly verifications: VerificationLimit;
  readonly calls: CallLimit;
  readonly exports: ExportLimit;
  /** A lead can be taken: its connections are open. */
  readonly opened: boolean;
  readonly draining: boolean;
  /** From now on ready. */
  open(): void;
  /** From the first SIGTERM or SIGINT on: no longer ready, and open screens go elsewhere. */
  drain(): void;
  /** Writes what is gathered in memory and closes the pools. */
  close(): Promise<void>;
}

/** Next bundles its own copies of modules, so one that must be alone hangs on `globalThis`. */
const slot = Symbol.for('leadgate.runtime');
const reserved = Symbol.for('leadgate.runtime.reserved');
const holder: typeof globalThis & { [slot]?: Runtime; [reserved]?: true } = globalThis;

/** Opens the pools (connections come with the first use) and makes the runtime known. */
export function startRuntime(settings: Settings, address: DatabaseAddress): Runtime {
  // V8 allocates objects of requests as old when the first ones lived long, as they do while they
  // wait for a connection, and never stops: one process in four grew by half within 200,000 leads.
  setFlagsFromString('--no-allocation-site-pretenuring');
  const log = createLogger(settings.logLevel, () => settings.port);
  const { url, pooler, directUrl } = address;
  const sizes = poolSizes(settings.workers);
  const openIntake = (connections: number, options: { pipelinesBegin?: boolean } = {}) =>
    openPool(url, {
      name: 'intake',
      connections,
      statementTimeout: intakeStatementMs,
      neverScan: true,
      pooler,
      ...options,
    });
  const lookUps = openIntake(sizes.lookUps);
  const writers = openIntake(sizes.writers, { pipelinesBegin: true });
  const panel = openPool(url, {
    pooler,
    name: 'panel',
    connections: sizes.panel,
    statementTimeout: panelStatementMs,
  });
  const background = openPool(url, {
    pooler,
    name: 'background',
    connections: sizes.background,
    statementTimeout: backgroundStatementMs,
  });
  const changes = new ChangeListener(pooler ? directUrl : url);
  const events = new ChangeFeed(announceChanges(background.sql), changes, log);
  const search = new SearchIndex(background, log);
  const bodySeal = new BodySeal(settings.bodySecrets);
  const intake = new Intake({
    changes,
    lookUps,
    writers,
    groupsAtOnce: sizes.writers,
    events,
    search,
    keyPepper: settings.keyPepper,
    bodySeal,
    rate: settings.rate,
  });

  const sweeper = new PeriodicTask(
    'the deletion of expired rows',
    async () => {
      const { sql, db } = background;
      await deleteExpiredSimulations(db);
      const more = [
        await deleteExpiredKeys(sql),
        await deleteExpiredSignIns(db),
        await deleteExpiredTests(db),
        await deleteExpiredLeads(db),
        await deleteOldUsage(sql),
        await deleteExpiredRequests(db),
      ];
      return more.includes(true);
    },
    sweepIntervalMs,
    log,
  );
  let checkedKey: string = NIL;
  const keyCheck = new PeriodicTask(
    'the check of keys',
    async () => {
      if (checkedKey === NIL) await mergeLeadCounts(background.sql);
      checkedKey = (await checkKeys(background.db, checkedKey)) ?? NIL;
      return checkedKey !== NIL;
    },
    keyCheckIntervalMs,
    log,
  );

  const replayWork = new PeriodicTask(
    'the work on replays',
    () => workOnReplays({ db: background.db, intake, bodySeal, log }),
    replayIntervalMs,
    log,
  );

  let opened = false;
  let draining = false;
  const requests = new RequestLog(log);
  const usage = new RequestMeter(log, (uses) => writeUsage(background.sql, uses));
  const intakeLog = new IntakeLog(log, {
    write: (batch, isDurable) => writeIntakeLog(background, bodySeal, batch, isDurable),
    trim: (group) => trimIntakeLog(background, group),
  });
  const runtime: Runtime = {
    settings,
    address,
    log,
    requests,
    usage,
    intakeLog,
    bodySeal,
    panel,
    background,
    intake,
    events,
    sessions: new SessionWatch((sessionIds) => listLiveSessions(panel.db, sessionIds), log),
    verifications: new VerificationLimit({
      atOnce: Math.max(1, Math.floor(availableParallelism() / settings.workers)),
      maxWaiting: maxWaitingVerifications,
    }),
    calls: new CallLimit(panel),
    // At least one connection is left to the panel.
    exports: new ExportLimit(Math.min(maxExports, sizes.panel - 1), exportRetrySeconds),
    get opened() {
      return opened;
    },
    get draining() {
      return draining;
    },
    open: () => {
      opened = true;
    },
    drain: () => {
      draining = true;
      events.drain();
    },
    close: async () => {
      await replayWork.close();
      intake.close();
      requests.close();
      await Promise.all([
        usage.close(),
        intakeLog.close(),
        events.close(),
        sweeper.close(),
        keyCheck.close(),
        search.close(),
      ]);
      await changes.close();
      await Promise.all([lookUps, writers, panel, background].map((each) => each.close()));
      delete holder[slot];
    },
  };
  holder[slot] = runtime;
  return runtime;
}

export function findRuntime(): Runtime | undefined {
  return holder[slot];
}

/** This process starts the runtime once its database is there; Next, which is loaded before, must not. */
export function reserveRuntime(): void {
  holder[reserved] = true;
}

export const isRuntimeReserved = (): boolean => holder[reserved] === true;

/** @throws Error when neither `server/main.ts` nor `instrumentation.ts` has started the process */
export function getRuntime(): Runtime {
  const runtime = findRuntime();
  if (!runtime) throw new Error('The runtime is not started');
  return runtime;
}
