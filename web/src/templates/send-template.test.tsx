import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { exampleSentEmail, exampleText } from '@crm/contracts/entities/messaging.js';
import { leadPermission, type WayToCustomer } from '@crm/contracts/http/permission.js';
import { previewTemplate, sendEmailTemplate, sendSmsTemplate } from '@crm/contracts/http/templates.js';
import { emailTemplates, smsTemplates } from '@crm/contracts/resources/template.js';
import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer, rows } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import SendTemplateDialog from './SendTemplateDialog.js';
import type { TemplateKind } from './useTemplates.js';

const user = buildUser();
const way = (place: WayToCustomer['place'], channel: WayToCustomer['channel']): WayToCustomer => ({
  place,
  address: null,
  channel,
  permission: { allowed: true, rule: null, sentence: '', next_allowed_at: null, override_id: null },
  overridable: false,
  override: null,
});
const shown = { title: '', text: 'Hello Raymond', to: '(214) 555-0117', missing: [], unknown: [] };

function openDialog(
  kind: TemplateKind,
  hasSome = true,
  template?: string,
  { lead = exampleLifeLead, texts = [smsTemplates.example] } = {},
) {
  const onClose = jest.fn();
  const server = new FakeServer(user)
    .on(smsTemplates.calls.list, rows(smsTemplates, hasSome ? texts : []))
    .on(emailTemplates.calls.list, rows(emailTemplates, hasSome ? [emailTemplates.example] : []))
    .on(previewTemplate, answer(previewTemplate, shown))
    .on(
      leadPermission,
      answer(leadPermission, {
        zones: ['America/Chicago'],
        ways: [way('phone', 'text'), way('second_phone', 'text'), way('email', 'email')],
        changes_at: null,
        as_of: exampleText.createdAt,
      }),
    );
  const dialog = <SendTemplateDialog kind={kind} lead={lead} template={template} onClose={onClose} />;
  return { ...openPart(dialog, { user, server }), onClose };
}
const sendButton = () => screen.getByRole('button', { name: 'Send' });

test('a text is chosen by its title, read with the data of the lead, and sent', async () => {
  const { pointer, server, onClose } = openDialog('sms');
  const text_message = { ...exampleText, lead_id: exampleLifeLead.id };
  server.on(
    sendSmsTemplate,
    answer(sendSmsTemplate, { status: 'success', message: 'Message is being sent', text_message }),
  );
  const choice = await screen.findByRole('radio', { name: 'Missed you' });
  expect(sendButton()).toHaveAttribute('aria-disabled', 'true');
  await pointer.click(choice);
  expect(await screen.findByText('Hello Raymond')).toBeVisible();
  expect(screen.getByText('To (214) 555-0117')).toBeVisible();
  await waitFor(() => {
    expect(sendButton()).not.toHaveAttribute('aria-disabled');
  });
  await pointer.click(sendButton());
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(server.calls(sendSmsTemplate)[0]?.body).toMatchObject({
    id: smsTemplates.example.id,
    lead: exampleLifeLead.id,
    user: user.id,
  });
});

test('who speaks Spanish is offered Spanish templates first, and the dialog says what is sent', async () => {
  const lead = { ...exampleLifeLead, language: 'es' as const };
  const { example } = smsTemplates;
  const english = { ...example, id: '66f0a1b2c3d4e5f6010209f1', title: 'English alone', text_es: '' };
  const { pointer, server } = openDialog('sms', true, undefined, { lead, texts: [english, example] });
  await screen.findByRole('radio', { name: 'English alone' });
  expect(
    screen.getAllByRole('radio').map((radio) => radio.parentElement?.parentElement?.textContent),
  ).toEqual(['Missed you', 'English alone']);
  await pointer.click(screen.getByRole('radio', { name: 'Missed you' }));
  expect(await screen.findByText('Sent in Spanish')).toBeVisible();
  await pointer.click(screen.getByRole('radio', { name: 'English alone' }));
  expect(await screen.findByText('Sent in English: this template has no Spanish text')).toBeVisible();
  await waitFor(() => {
    expect(server.calls(previewTemplate)).toMatchObject([
      { body: { text: example.text_es } },
      { body: { text: english.text } },
    ]);
  });
});

test('a text whose template was chosen before is sent by Enter alone', async () => {
  const { pointer, server } = openDialog('sms', true, smsTemplates.example.id);
  const text_message = { ...exampleText, lead_id: exampleLifeLead.id };
  server.on(
    sendSmsTemplate,
    answer(sendSmsTemplate, { status: 'success', message: 'Message is being sent', text_message }),
  );
  expect(await screen.findByRole('radio', { name: 'Missed you' })).toBeChecked();
  await waitFor(() => {
    expect(sendButton()).not.toHaveAttribute('aria-disabled');
  });
  await pointer.keyboard('{Enter}');
  await waitFor(() => {
    expect(server.calls(sendSmsTemplate)).toHaveLength(1);
  });
});

test('an e-mail is chosen by its name and read with its title', async () => {
  const { pointer, server, onClose } = openDialog('email');
  server
    .on(
      previewTemplate,
      answer(previewTemplate, { ...shown, title: 'Your quote', text: '<p>Good <b>morning</b></p>' }),
    )
    .on(
      sendEmailTemplate,
      answer(sendEmailTemplate, { status: 'success', message: 'E-mail sent', email: exampleSentEmail }),
    );
  await pointer.click(await screen.findByRole('radio', { name: 'Quote' }));
  expect(await screen.findByRole('heading', { name: 'Your quote' })).toBeVisible();
  expect(screen.getByText('morning').tagName).toBe('B');
  await waitFor(() => {
    expect(sendButton()).not.toHaveAttribute('aria-disabled');
  });
  await pointer.click(sendButton());
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(server.calls(sendEmailTemplate)).toHaveLength(1);
});

test('a field without a value is named, and nothing is sent', async () => {
  const { pointer, server } = openDialog('sms');
  const missing = [{ name: 'lead.state', label: "Customer's state" }];
  server.on(previewTemplate, answer(previewTemplate, { ...shown, missing }));
  await pointer.click(await screen.findByRole('radio', { name: 'Missed you' }));
  expect(await screen.findByText("This lead has no value for: Customer's state")).toBeVisible();
  expect(sendButton()).toHaveAttribute('aria-disabled', 'true');
  await pointer.click(sendButton());
  expect(server.calls(sendSmsTemplate)).toEqual([]);
});

test.each(['sms', 'email'] as const)('without any it says so (%s)', async (kind) => {
  openDialog(kind, false);
  expect(await screen.findByText('No templates')).toBeVisible();
  expect(sendButton()).toHaveAttribute('aria-disabled', 'true');
});
