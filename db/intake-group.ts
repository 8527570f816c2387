import { hash } from 'node:crypto';

/** What requests of the intake log are grouped by. */
export interface IntakeGroup {
  apiKeyId: string;
  stepId: string | null;
  status: number;
  outcome: string;
  cause: string;
}

export const groupName = ({ apiKeyId, stepId, status, outcome, cause }: IntakeGroup) =>
  `${apiKeyId} ${stepId} ${status} ${outcome} ${cause}`;

/** The first 128 bits of a SHA-256 of its name, as a UUID. */
export const groupIdOf = (group: IntakeGroup) =>
  hash('sha256', groupName(group), 'hex')
    .slice(0, 32)
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
