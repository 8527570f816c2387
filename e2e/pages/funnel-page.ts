import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

/** The steps of a funnel. */
export class FunnelPage extends PageObject {
  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }
  get addStep(): Locator {
    return this.page.getByRole('button', { name: 'Add step' });
  }
  get steps(): Locator {
    return this.page.getByRole('table', { name: /^Steps of/ });
  }
  get archivedSteps(): Locator {
    return this.page.getByRole('table', { name: /^Archived steps/ });
  }
  /** In their order. */
  get stepLinks(): Locator {
    return this.steps.getByRole('rowheader').getByRole('link', { name: /^(?!Integrate )/ });
  }
  get integrate(): Locator {
    return this.page.getByRole('main').getByRole('link', { name: 'Integrate', exact: true });
  }
  get readOnlyNote(): Locator {
    return this.page.getByText('You can view this funnel and copy its step IDs.');
  }
  get archivedNote(): Locator {
    return this.page.getByText('This funnel is archived.');
  }
  get restore(): Locator {
    return this.page.getByRole('button', { name: 'Restore' });
  }

  integrateStep(name: string): Locator {
    return this.steps.getByRole('link', { name: `Integrate ${name}`, exact: true });
  }
  stepRow(id: string): Locator {
    return this.page.getByTestId(`step-row-${id}`);
  }
  grip(id: string): Locator {
    return this.stepRow(id).locator('[draggable="true"]');
  }
  copyStepId(id: string): Locator {
    return this.page.getByTestId(`copy-step-id-${id}`);
  }
  move(step: string, direction: 'up' | 'down'): Locator {
    return this.page.getByRole('button', { name: `Move ${step} ${direction}`, exact: true });
  }
  menuOf(name: string): Locator {
    return this.page.getByRole('button', { name: `Actions for ${name}`, exact: true });
  }

  async open(company: string, funnelId: string): Promise<void> {
    await open(this.page, `/${company}/funnels/${funnelId}/steps`);
  }
  async mark(name: string, outcome: 'Open' | 'Won' | 'Lost'): Promise<void> {
    await this.menuOf(name).click();
    await this.page.getByRole('menuitemradio', { name: outcome, exact: true }).click();
  }
  async act(name: string, action: 'Rename' | 'Move to top' | 'Archive'): Promise<void> {
    await this.menuOf(name).click();
    const menu = this.page.getByRole('menu', { name: `Actions for ${name}`, exact: true });
    await menu.getByRole('menuitem', { name: action }).click();
  }
}
