import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

export class StepPage extends PageObject {
  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search leads of this step' });
  }
  get tests(): Locator {
    return this.page.getByRole('button', { name: 'Tests', exact: true });
  }
  get clearSearch(): Locator {
    return this.page.getByRole('button', { name: 'Clear search' });
  }
  get leads(): Locator {
    return this.page.getByTestId(/^lead-row-/);
  }
  get table(): Locator {
    return this.page.getByRole('table', { name: /^Leads of/ });
  }
  get names(): Locator {
    return this.leads.getByRole('rowheader');
  }
  get showMore(): Locator {
    return this.page.getByRole('button', { name: 'Show more' });
  }
  get newLeads(): Locator {
    return this.page.getByRole('button', { name: /new leads?$/ });
  }
  get live(): Locator {
    return this.page.getByTestId('live-status');
  }
  get pause(): Locator {
    return this.page.getByRole('button', { name: 'Pause', exact: true });
  }
  get resume(): Locator {
    return this.page.getByRole('button', { name: 'Resume', exact: true });
  }
  /** In an empty step. */
  get sendFirstLead(): Locator {
    return this.page.getByRole('link', { name: 'Send the first lead' });
  }
  get integrate(): Locator {
    return this.page.getByRole('main').getByRole('link', { name: 'Integrate', exact: true });
  }
  get error(): Locator {
    return this.page.getByRole('alert').filter({ hasText: 'The leads could not be loaded' });
  }
  get archivedNote(): Locator {
    return this.page.getByText(/^(This step|The funnel of this step) is archived\./);
  }

  lead(id: string): Locator {
    return this.page.getByTestId(`lead-row-${id}`);
  }
  copyStepId(id: string): Locator {
    return this.page.getByTestId(`copy-step-id-${id}`);
  }

  /** @param funnelId part of the address */
  async open(company: string, funnelId: string, stepId: string, query = ''): Promise<void> {
    await open(this.page, `/${company}/funnels/${funnelId}/steps/${stepId}${query}`);
  }
}
