import type { Page } from '@playwright/test';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { clickIfVisible, failCalls } from './network.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { AuditLogPage } from './pages/audit-log-page.ts';
import { BoardPage } from './pages/board-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { IntakeLogPage } from './pages/intake-log-page.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { StepPage } from './pages/step-page.ts';

interface Place {
  company: string;
  funnelId: string;
  stepId: string;
}

interface Screen {
  procedure: string;
  open: (page: Page, place: Place) => Promise<void>;
  /** Makes the screen read something that it has not read yet. */
  read: (page: Page) => Promise<unknown>;
}

const screens: Record<string, Screen> = {
  'API keys': {
    procedure: 'apiKeys.list',
    open: (page, { company }) => new ApiKeysPage(page).open(company),
    read: (page) => new ApiKeysPage(page).tab('Active').click(),
  },
  'audit log': {
    procedure: 'audit.list',
    open: (page, { company }) => new AuditLogPage(page).open(company),
    read: (page) => new AuditLogPage(page).what.selectOption('Funnels and steps'),
  },
  'intake log': {
    procedure: 'intakeLog.groups',
    open: (page, { company }) => new IntakeLogPage(page).open(company),
    read: (page) => new IntakeLogPage(page).status.selectOption('404: step not found'),
  },
  funnels: {
    procedure: 'funnels.list',
    open: (page, { company }) => new FunnelsPage(page).open(company),
    read: (page) => new FunnelsPage(page).tab('Archived').click(),
  },
  board: {
    procedure: 'leads.board',
    open: (page, { company, funnelId }) => new BoardPage(page).open(company, funnelId),
    read: (page) => new BoardPage(page).search.fill('nobody'),
  },
  step: {
    procedure: 'leads.list',
    open: (page, { company, funnelId, stepId }) =>
      new StepPage(page).open(company, funnelId, stepId),
    read: (page) => new StepPage(page).search.fill('nobody'),
  },
  leads: {
    procedure: 'leads.listAll',
    open: (page, { company }) => new LeadsPage(page).open(company),
    read: (page) => new LeadsPage(page).search.fill('nobody'),
  },
};

for (const [name, { procedure, open, read }] of Object.entries(screens)) {
  /* All show the same notice: one of them holds it. */
  const tag = name === 'leads' ? [] : '@full';

  test(`${name}: what cannot be read says so with the request ID, and Retry reads it again`, {
    tag,
  }, async ({ page, company, panel, send }) => {
    const alert = page.getByRole('main').getByRole('alert');
    const { id: funnelId, step } = await panel.createFunnel();
    await send(step.id, { name: 'Ada Lovelace' });
    await open(page, { company, funnelId, stepId: step.id });
    const restore = await failCalls(page, procedure, `request-of-${procedure}`);
    await read(page);
    await expect(alert).toContainText(`request-of-${procedure}`);
    if (name === 'leads') expect(await audit(page, 'a list that cannot be read')).toEqual([]);

    restore();
    await clickIfVisible(alert.getByRole('button', { name: 'Retry' }));
    await expect(alert).toHaveCount(0);
    if (name !== 'leads') return;

    await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
    expect(await audit(page, 'no leads that match')).toEqual([]);
  });
}
