import { emailTemplates, smsTemplates } from '@crm/contracts/resources/template.js';
import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse, rows } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import EmailMessagesDialog from './EmailMessagesDialog.js';
import TextMessagesDialog from './TextMessagesDialog.js';

const user = buildUser();
const sms = smsTemplates.calls;
const missedYou = { ...smsTemplates.example, user_id: user.id };
const quote = { ...emailTemplates.example, user_id: user.id };

function openTemplates(kind: 'sms' | 'email', given: Partial<typeof missedYou> = {}) {
  const read = { ...missedYou, ...given };
  const server = new FakeServer(user)
    .on(sms.list, rows(smsTemplates, [read]))
    .on(sms.one, answer(sms.one, read))
    .on(emailTemplates.calls.list, rows(emailTemplates, [quote]));
  const Dialog = kind === 'sms' ? TextMessagesDialog : EmailMessagesDialog;
  return openPart(<Dialog onClose={jest.fn()} />, { user, server });
}
const formOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const field = (form: Awaited<ReturnType<typeof formOf>>, name: RegExp) => form.getByRole('textbox', { name });

test('a text is written with a field in it, and is in the list', async () => {
  const { pointer, server } = openTemplates('sms');
  const template = { ...missedYou, id: '66f0a1b2c3d4e5f6010209ff', title: 'After five' };
  server.on(sms.create, (call) => {
    server.on(sms.list, rows(smsTemplates, [template, missedYou]));
    return answer(sms.create, template)(call);
  });
  await screen.findByText('Missed you');
  await pointer.click(screen.getByRole('button', { name: 'New template' }));
  const form = await formOf('New template');
  const save = form.getByRole('button', { name: 'Save' });
  expect(save).toHaveAttribute('aria-disabled', 'true');
  fireEvent.blur(field(form, /Title/));
  expect(await form.findByText('Required.')).toBeVisible();
  fireEvent.change(field(form, /Title/), { target: { value: 'After five' } });
  fireEvent.change(field(form, /^Text/), { target: { value: 'Hello ' } });
  await pointer.click(form.getByRole('button', { name: 'Insert a field' }));
  await pointer.click(await screen.findByRole('menuitem', { name: "Customer's first name" }));
  await waitFor(() => {
    expect(field(form, /^Text/)).toHaveValue('Hello {{lead.first_name}}');
  });
  expect(save).not.toHaveAttribute('aria-disabled');
  await pointer.click(save);
  expect(await screen.findByText('After five')).toBeVisible();
  expect(screen.getByText('Template saved')).toBeVisible();
  expect(server.calls(sms.create)[0]?.body).toEqual({
    user_id: user.id,
    title: 'After five',
    text: 'Hello {{lead.first_name}}',
    text_es: '',
  });
});

test('a Spanish wording is added to a text, and is there when it is edited', async () => {
  const { pointer, server } = openTemplates('sms', { text_es: '' });
  server.on(sms.change, answer(sms.change, { ...missedYou, text_es: 'Hola' }));
  await pointer.click(await screen.findByRole('button', { name: 'Edit Missed you' }));
  const form = await formOf('Edit template');
  expect(form.queryByRole('textbox', { name: /Spanish/ })).toBeNull();
  await pointer.click(form.getByRole('button', { name: 'Add Spanish wording' }));
  expect(form.getByText(/^Sent to leads whose language is Spanish/)).toBeVisible();
  fireEvent.change(field(form, /Spanish text/), { target: { value: 'Hola ' } });
  await pointer.click(form.getAllByRole('button', { name: 'Insert a field' })[1] ?? document.body);
  await pointer.click(await screen.findByRole('menuitem', { name: "Customer's first name" }));
  await pointer.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(server.calls(sms.change)[0]?.body).toMatchObject({ text_es: 'Hola {{lead.first_name}}' });
  });
});

test('a change that is refused stays in the form, with the reason at its field', async () => {
  const { pointer, server } = openTemplates('sms');
  server.on(
    sms.change,
    refuse({ code: 'invalid', message: 'Not saved', errors: { text: 'There is no such field' } }),
  );
  await pointer.click(await screen.findByRole('button', { name: 'Edit Missed you' }));
  const form = await formOf('Edit template');
  fireEvent.change(field(form, /^Text/), { target: { value: 'Hello {{lead.nose}}' } });
  await pointer.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('There is no such field')).toBeVisible();
  expect(field(form, /^Text/)).toHaveValue('Hello {{lead.nose}}');
  expect(server.calls(sms.change)[0]?.body).toEqual({
    version: missedYou.version,
    title: 'Missed you',
    text: 'Hello {{lead.nose}}',
    text_es: missedYou.text_es,
  });
  await pointer.click(form.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
});

test('one is removed after a question', async () => {
  const { pointer, server } = openTemplates('sms');
  server.on(sms.remove, (call) => {
    server.on(sms.list, rows(smsTemplates, []));
    return answer(sms.remove, missedYou)(call);
  });
  await pointer.click(await screen.findByRole('button', { name: 'Remove Missed you' }));
  const question = await formOf('Remove template');
  await pointer.click(question.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No templates')).toBeVisible();
  expect(screen.getByText('Template removed')).toBeVisible();
  expect(server.calls(sms.remove)[0]?.params).toEqual({ id: missedYou.id });
});

test('an e-mail has a name, a title and a formatted text', async () => {
  const { pointer, server } = openTemplates('email');
  const { create } = emailTemplates.calls;
  server.on(create, answer(create, quote));
  await screen.findByText('Quote');
  await pointer.click(screen.getByRole('button', { name: 'New template' }));
  const form = await formOf('New template');
  fireEvent.change(field(form, /Name/), { target: { value: 'Thanks' } });
  fireEvent.change(field(form, /Title/), { target: { value: 'Thank you' } });
  const save = form.getByRole('button', { name: 'Save' });
  expect(save).toHaveAttribute('aria-disabled', 'true');
  const text = await form.findByRole('textbox', { name: 'Text' });
  text.innerHTML = '<p>It was good to speak.</p>';
  await waitFor(() => {
    expect(save).not.toHaveAttribute('aria-disabled');
  });
  await pointer.click(save);
  await waitFor(() => {
    expect(server.calls(create)[0]?.body).toEqual({
      user_id: user.id,
      name: 'Thanks',
      title: 'Thank you',
      text: '<p>It was good to speak.</p>',
      title_es: '',
      text_es: '',
    });
  });
});

test('what another window changed is in the list, and asked about where one changed it too', async () => {
  const { pointer, server, live } = openTemplates('sms');
  await pointer.click(await screen.findByRole('button', { name: 'Edit Missed you' }));
  const form = await formOf('Edit template');
  fireEvent.change(field(form, /Title/), { target: { value: 'Missed you twice' } });
  const theirs = { ...missedYou, version: 4, title: 'Missed you again' };
  server.on(sms.list, rows(smsTemplates, [theirs])).on(sms.one, answer(sms.one, theirs));
  await live.say('recordChanged', {
    resource: 'sms-templates',
    id: missedYou.id,
    change: 'updated',
    version: 4,
  });
  expect(await screen.findByText('Missed you again')).toBeVisible();
  server.on(
    sms.change,
    refuse({
      code: 'conflict',
      message: 'Somebody else changed this in the meantime',
      conflict: { version: 4, changed_by: user.fullname, fields: [] },
    }),
  );
  await pointer.click(form.getByRole('button', { name: 'Save' }));
  const question = await formOf('Two people changed the same fields');
  await pointer.click(question.getByRole('radio', { name: /Missed you again/ }));
  server.on(sms.change, answer(sms.change, { ...theirs, version: 5 }));
  await pointer.click(question.getByRole('button', { name: 'Save again' }));
  expect(await screen.findByText('Template saved')).toBeVisible();
  expect(server.calls(sms.change)[1]?.body).toMatchObject({ version: 4, title: 'Missed you again' });
});
