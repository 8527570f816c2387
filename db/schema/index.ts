export * from './api-keys.ts';
export * from './applications.ts';
export * from './audit-log.ts';
export * from './funnels.ts';
export * from './installation.ts';
export * from './intake-log.ts';
export * from './leads.ts';
export * from './replays.ts';
