import type { Locator } from '@playwright/test';
import { FilterBar } from './filter-bar.ts';
import { open, PageObject } from './open.ts';

export class BoardPage extends PageObject {
  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }
  get live(): Locator {
    return this.page.getByTestId('live-status');
  }
  /** In the order of the steps. */
  get columns(): Locator {
    return this.page.getByTestId(/^step-column-/);
  }
  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search leads of this funnel' });
  }
  get pause(): Locator {
    return this.page.getByRole('button', { name: 'Pause' });
  }
  get resume(): Locator {
    return this.page.getByRole('button', { name: 'Resume' });
  }
  get compact(): Locator {
    return this.page.getByRole('button', { name: 'Compact' });
  }
  get filters(): FilterBar {
    return new FilterBar(this.page);
  }
  get unknownFilters(): Locator {
    return this.page.getByText(/^This link filters by something/);
  }
  get menu(): Locator {
    return this.page.getByRole('menu');
  }
  /** Cards that the Tab key reaches. */
  get tabStops(): Locator {
    return this.page.locator('[data-lead] a[tabindex="0"]');
  }
  /** Why a lead was lost, or what it is worth. */
  get question(): Locator {
    return this.page.getByTestId('outcome-question');
  }
  get sendFirstLead(): Locator {
    return this.page.getByRole('link', { name: 'Send the first lead' });
  }
  get error(): Locator {
    return this.page.getByRole('alert').filter({ hasText: 'The board could not be loaded' });
  }
  get archivedNote(): Locator {
    return this.page.getByText('This funnel is archived.');
  }

  tab(name: 'Board' | 'List' | 'Steps' | 'Integrate'): Locator {
    return this.page
      .getByRole('navigation', { name: 'Views of the funnel' })
      .getByRole('link', { name, exact: true });
  }
  column(stepId: string): Locator {
    return this.page.getByTestId(`step-column-${stepId}`);
  }
  count(stepId: string): Locator {
    return this.page.getByTestId(`column-count-${stepId}`);
  }
  /** All of a column, or of the board, in their order. */
  cards(stepId?: string): Locator {
    return (stepId ? this.column(stepId) : this.page).getByTestId(/^lead-card-/);
  }
  card(leadId: string): Locator {
    return this.page.getByTestId(`lead-card-${leadId}`);
  }
  /** Covers the card. */
  link(leadId: string): Locator {
    return this.card(leadId).getByRole('link');
  }
  cardIn(stepId: string, leadId: string): Locator {
    return this.column(stepId).getByTestId(`lead-card-${leadId}`);
  }
  newLeads(stepId: string): Locator {
    return this.column(stepId).getByRole('button', { name: /new leads?$/ });
  }
  moveButton(leadId: string): Locator {
    return this.card(leadId).getByRole('button', { name: /^Move .* to…$/ });
  }
  moveTo(step: string): Locator {
    return this.menu.getByRole('menuitemradio', { name: step, exact: true });
  }
  answer(reason: string): Locator {
    return this.question.getByRole('button', { name: reason, exact: true });
  }
  menuOf(step: string): Locator {
    return this.page.getByRole('button', { name: `Actions for ${step}`, exact: true });
  }
  async open(company: string, funnelId: string, query = ''): Promise<void> {
    await open(this.page, `/${company}/funnels/${funnelId}${query}`);
  }
  async moveCard(leadId: string, step: string): Promise<void> {
    await this.card(leadId).hover();
    await this.moveButton(leadId).click();
    await this.moveTo(step).click();
  }
  /** To the end of what is loaded. */
  async scrollDown(stepId: string): Promise<void> {
    const list = this.column(stepId).locator('.overflow-y-auto');
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  }
  async drag(leadId: string, stepId: string): Promise<void> {
    await this.card(leadId).dragTo(this.column(stepId), {
      sourcePosition: { x: 40, y: 70 },
      targetPosition: { x: 100, y: 120 },
    });
  }
}
