import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { open, PageObject } from './open.ts';

/** The screen “Did everything arrive?”. */
export class ComparePage extends PageObject {
  get file(): Locator {
    return this.page.getByLabel('File of leads');
  }
  get pasted(): Locator {
    return this.page.getByLabel('Or paste IDs');
  }
  get compare(): Locator {
    return this.page.getByRole('button', { name: /^Compare/ });
  }
  get compareAnother(): Locator {
    return this.page.getByRole('button', { name: 'Compare another export' });
  }
  /** `2 missing`, `0 different`, `3 present`. */
  get figures(): Locator {
    return this.page.getByRole('list', { name: 'Result' }).getByRole('listitem');
  }
  get notCompared(): Locator {
    return this.page.getByRole('list', { name: 'Not compared' });
  }
  get missing(): Locator {
    return this.#rowsOf('Rows of the file that are no leads here');
  }
  get different(): Locator {
    return this.#rowsOf('Leads that differ from the file');
  }
  get key(): Locator {
    return this.page.getByLabel('Add as leads of the key');
  }
  get step(): Locator {
    return this.page.getByLabel('Step', { exact: true });
  }
  /** `Add 2 missing` */
  get add(): Locator {
    return this.page.getByRole('button', { name: /^Add .* missing$/ });
  }
  get error(): Locator {
    return this.page.getByRole('main').getByRole('alert');
  }
  get readOnlyNote(): Locator {
    return this.page.getByText('Only admins of this company compare exports');
  }

  column(label: 'ID' | 'Name' | 'Phone' | 'Email'): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  #rowsOf(table: string): Locator {
    return this.page.getByRole('table', { name: table }).locator('tbody').getByRole('row');
  }

  async open(company: string, query = ''): Promise<void> {
    await open(this.page, `/${company}/intake-log/compare${query}`);
  }

  /** Drops a file on the page, as a person does. */
  async drop(file: { name: string; path: string }): Promise<void> {
    const bytes = [...(await readFile(file.path))];
    const transfer = await this.page.evaluateHandle(
      ([name, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(content)], name));
        return data;
      },
      [file.name, bytes] as const,
    );
    await this.page.getByRole('main').getByText('Drop the export here').dispatchEvent('drop', {
      dataTransfer: transfer,
    });
  }
}
