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

/** The beginning of a SHA-256 of its name as a UUID version 8 (RFC 9562), which is free to be that. */
export const groupIdOf = (group: IntakeGroup) =>
  hash('sha256', groupName(group), 'hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-8$3-a$4-');
