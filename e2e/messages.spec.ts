import type { BrowserContext } from '@playwright/test';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { LeadWork } from './pages/lead-work.ts';
import { MessageTemplatesPage } from './pages/message-templates-page.ts';
import { Shell } from './pages/shell.ts';
import { ToDoPage } from './pages/to-do-page.ts';

test.use({ expectedErrors: [/https:\/\/wa\.me/] });

const maria = {
  name: 'Maria Silva',
  phones: ['+55 11 98765-4321'],
  email: 'maria@example.test',
};

/** Answers in the place of WhatsApp. */
const fakeWhatsApp = (context: BrowserContext) =>
  context.route('https://wa.me/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Chat</title>' }),
  );

test.describe('an agent', { tag: '@own' }, () => {
  test.use({ role: 'agent' });

  test('writes by WhatsApp from a template, records it and takes it back; what was typed stays', async ({
    page,
    context,
    company,
    panel,
    createLead,
  }) => {
    const [lead, shell] = [new LeadWork(page), new Shell(page)];
    await fakeWhatsApp(context);
    const text = 'Hello {{firstName}},\nthis is {{company}} & co. 👋';
    await panel.createTemplate({ name: 'Greeting', channel: 'whatsapp', text });
    await panel.createTemplate({ name: 'Offer', channel: 'email', subject: 'Hi', text: 'Offer' });
    const id = await createLead(maria);
    await lead.open(company, id);
    await lead.write('WhatsApp', '+55 11 98765 4321').click();
    await expect(lead.templates).toHaveText([/^Without a template/, /^Greeting/]);
    const opened = context.waitForEvent('page');
    await lead.template('Greeting').click();
    const chat = await opened;
    await chat.waitForURL(/wa\.me/);
    const { pathname, searchParams } = new URL(chat.url());
    expect(pathname).toBe('/5511987654321');
    const written = searchParams.get('text') ?? '';
    expect(written).toMatch(/^Hello Maria,\nthis is .+ & co\. 👋$/);
    await chat.close();

    // What is offered is not recorded yet.
    await expect(lead.work).toContainText('Message to +55 11 98765 4321');
    await expect(lead.messageText).toHaveValue(written);
    await expect(lead.channel('WhatsApp')).toBeChecked();
    await expect(lead.timeline).toHaveCount(1);
    expect(await audit(page, 'a message that is recorded')).toEqual([]);
    await lead.recordMessage.click();
    await expect(lead.select('Status')).toHaveValue('contacted');
    const entry = lead.timeline.filter({ hasText: 'Message by WhatsApp' });
    await expect(entry).toContainText('this is');
    await expect(lead.note).toBeVisible();

    await shell.undo();
    await expect(lead.select('Status')).toHaveValue('new');
    await expect(
      lead.timeline.getByRole('button', { name: 'Message by WhatsApp and taken back' }),
    ).toBeVisible();

    // What was typed stays when another message is begun.
    await lead.write('Write', 'maria@example.test').click();
    await lead.template('Without a template').click();
    await expect(lead.channel('Email')).toBeChecked();
    await expect(lead.messageText).toHaveValue('');
    await lead.messageText.fill('My own words');
    await lead.write('WhatsApp', '+55 11 98765 4321').click();
    await lead.template('Greeting').click();
    await expect(lead.channel('WhatsApp')).toBeChecked();
    await expect(lead.messageText).toHaveValue('My own words');
    await lead.discard.click();
    await expect(lead.note).toBeVisible();
  });

  test('calls a phone that can be reached: the form has it, and waits for the agent', async ({
    page,
    company,
    createLead,
  }) => {
    const lead = new LeadWork(page);
    const phones = [...maria.phones, '+551191234'];
    await lead.open(company, await createLead({ ...maria, phones }));
    const wrong = lead.contact.getByRole('listitem').filter({ hasText: 'Check this number' });
    await expect(wrong.getByRole('button', { name: /^Copy/ })).toBeVisible();
    await expect(wrong.getByRole('link')).toHaveCount(0);
    await expect(wrong.getByRole('button', { name: /^WhatsApp/ })).toHaveCount(0);
    // Without templates the press begins the email.
    await expect(lead.writeLink('Write', 'maria@example.test')).toHaveAttribute(
      'href',
      'mailto:maria@example.test',
    );
    await expect(lead.call('+55 11 98765 4321')).toHaveAttribute('href', 'tel:+5511987654321');
    await lead.call('+55 11 98765 4321').click();
    await expect(lead.work).toContainText('Call to +55 11 98765 4321');
    await expect(lead.timeline).toHaveCount(1);
    await lead.outcome('Spoke').check();
    await lead.saveCall.click();
    await expect(lead.timeline.filter({ hasText: 'Call: spoke' })).toBeVisible();
  });

  test('writes from what is to do', { tag: '@full' }, async ({
    page,
    context,
    company,
    panel,
    send,
  }) => {
    const [toDo, lead] = [new ToDoPage(page), new LeadWork(page)];
    await fakeWhatsApp(context);
    await panel.createTemplate({ name: 'Greeting', channel: null, text: 'Hello {{name}}' });
    const { step } = await panel.createFunnel();
    const [sent] = await send(step.id, maria);
    await panel.assignLead(sent?.id ?? '', { from: null, to: await panel.agentId() });
    await toDo.open(company);
    await toDo.link('Maria Silva').focus();
    await page.keyboard.press('w');
    await expect(lead.templates).toHaveCount(4);
    await lead.template('Greeting').first().click();
    await expect(toDo.row(sent?.id ?? '')).toContainText('Message to +55 11 98765 4321');
    expect(await audit(page, 'a message in the list')).toEqual([]);
    await toDo.recordMessage.click();
    await expect(toDo.row(sent?.id ?? '')).toHaveCount(0);
    await toDo.undo.click();
    await expect(toDo.row(sent?.id ?? '')).toBeVisible();
  });

  test('on a phone the work comes right below the contact', { tag: '@full' }, async ({
    page,
    company,
    createLead,
  }) => {
    const lead = new LeadWork(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await lead.open(company, await createLead(maria));
    const titles = await page
      .locator('main section')
      .evaluateAll((parts) =>
        parts.map(
          (part) => part.getAttribute('aria-label') ?? part.querySelector('h2')?.textContent,
        ),
      );
    expect(titles.slice(0, 3)).toEqual(['Contact', 'Work on this lead', 'Status and step']);
  });
});

test.describe('a viewer', { tag: ['@viewer', '@full'] }, () => {
  test.use({ role: 'viewer' });

  test('gets plain links, and no form', async ({ page, company, createLead }) => {
    const lead = new LeadWork(page);
    await lead.open(company, await createLead(maria));
    await expect(lead.writeLink('WhatsApp', '+55 11 98765 4321')).toHaveAttribute(
      'href',
      'https://wa.me/5511987654321',
    );
    await lead.call('+55 11 98765 4321').click();
    await expect(lead.work).toHaveCount(0);
  });
});

test('an admin writes, changes and deletes a template', async ({ page, company }) => {
  const [screen, shell] = [new MessageTemplatesPage(page), new Shell(page)];
  const name = unique('Greeting');
  await screen.open(company);
  await screen.add.first().click();
  await screen.name.fill(name);
  await screen.text.fill('Hello {{nme}}');
  await screen.submit.click();
  await expect(screen.text).toHaveAccessibleDescription(/“{{nme}}” is no placeholder/);
  expect(await audit(page, 'a template with a wrong placeholder')).toEqual([]);

  await screen.text.fill('Hello !');
  await screen.text.press('ArrowLeft');
  await screen.insert('First name').click();
  await expect(screen.text).toHaveValue('Hello {{firstName}}!');
  await expect(screen.dialog).toContainText('Hello Maria!');
  await expect(screen.dialog).toContainText('To a lead without a name');
  await screen.submit.click();
  const row = screen.templates.filter({ hasText: name });
  await expect(row).toContainText('WhatsApp and email');

  await screen.edit(name).click();
  await screen.usedFor.selectOption('WhatsApp');
  await expect(screen.subject).toBeHidden();
  await screen.submit.click();
  await expect(row).not.toContainText('email');
  await screen.remove(name).click();
  await expect(row).toHaveCount(0);
  await shell.undo();
  await expect(row).toContainText('Hello {{firstName}}!');
  await screen.remove(name).click();
  await expect(row).toHaveCount(0);
});
