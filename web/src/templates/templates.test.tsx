import { exampleEmailTemplate, exampleSmsTemplate } from '@crm/contracts/entities/messaging.js';
import {
  createEmailTemplate,
  createSmsTemplate,
  listEmailTemplates,
  listSmsTemplates,
  removeSmsTemplate,
  updateSmsTemplate,
} from '@crm/contracts/http/templates.js';
import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import { TemplatesDialog } from './TemplatesDialog.js';
import type { TemplateKind } from './useTemplates.js';

const user = buildUser();
const saved = { status: 'success', message: 'Template saved' } as const;

function openTemplates(kind: TemplateKind) {
  const has = { templates: [exampleSmsTemplate] };
  const server = new FakeServer(user)
    .on(listSmsTemplates, (call) => answer(listSmsTemplates, has)(call))
    .on(listEmailTemplates, answer(listEmailTemplates, { templates: [exampleEmailTemplate] }));
  return { ...openPart(<TemplatesDialog kind={kind} onClose={jest.fn()} />, { user, server }), has };
}
const formOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const field = (form: Awaited<ReturnType<typeof formOf>>, name: RegExp) => form.getByRole('textbox', { name });

test('a text is written with a field in it, and is in the list', async () => {
  const { pointer, server, has } = openTemplates('sms');
  const template = { ...exampleSmsTemplate, id: '66f0a1b2c3d4e5f6010209ff', title: 'After five' };
  server.on(createSmsTemplate, (call) => {
    has.templates = [template, exampleSmsTemplate];
    return answer(createSmsTemplate, { ...saved, template })(call);
  });
  await screen.findByText('Missed you');
  await pointer.click(screen.getByRole('button', { name: 'New template' }));
  const form = await formOf('New template');
  const save = form.getByRole('button', { name: 'Save' });
  expect(save).toHaveAttribute('aria-disabled', 'true');
  fireEvent.blur(field(form, /Title/));
  expect(await form.findByText('Required.')).toBeVisible();
  fireEvent.change(field(form, /Title/), { target: { value: 'After five' } });
  fireEvent.change(field(form, /Text/), { target: { value: 'Hello ' } });
  await pointer.click(form.getByRole('button', { name: 'Insert a field' }));
  await pointer.click(await screen.findByRole('menuitem', { name: "Customer's first name" }));
  await waitFor(() => {
    expect(field(form, /Text/)).toHaveValue('Hello {{lead.first_name}}');
  });
  expect(save).not.toHaveAttribute('aria-disabled');
  await pointer.click(save);
  expect(await screen.findByText('After five')).toBeVisible();
  expect(server.calls(createSmsTemplate)[0]?.body).toEqual({
    user_id: user.id,
    title: 'After five',
    text: 'Hello {{lead.first_name}}',
  });
});

test('a change that is refused stays in the form, with the reason at its field', async () => {
  const { pointer, server } = openTemplates('sms');
  server.on(
    updateSmsTemplate,
    refuse({ code: 'invalid', message: 'Not saved', errors: { text: 'There is no such field' } }),
  );
  await pointer.click(await screen.findByRole('button', { name: 'Edit Missed you' }));
  const form = await formOf('Edit template');
  fireEvent.change(field(form, /Text/), { target: { value: 'Hello {{lead.nose}}' } });
  await pointer.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('There is no such field')).toBeVisible();
  expect(field(form, /Text/)).toHaveValue('Hello {{lead.nose}}');
  expect(server.calls(updateSmsTemplate)[0]?.body).toEqual({
    id: exampleSmsTemplate.id,
    title: 'Missed you',
    text: 'Hello {{lead.nose}}',
  });
  await pointer.click(form.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
});

test('one is removed after a question', async () => {
  const { pointer, server } = openTemplates('sms');
  server.on(removeSmsTemplate, answer(removeSmsTemplate, { status: 'success', message: 'Template removed' }));
  await pointer.click(await screen.findByRole('button', { name: 'Remove Missed you' }));
  const question = await formOf('Remove template');
  await pointer.click(question.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No templates')).toBeVisible();
  expect(server.calls(removeSmsTemplate)[0]?.body).toEqual({ id: exampleSmsTemplate.id });
});

test('an e-mail has a name, a title and a formatted text', async () => {
  const { pointer, server } = openTemplates('email');
  server.on(createEmailTemplate, answer(createEmailTemplate, { ...saved, template: exampleEmailTemplate }));
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
    expect(server.calls(createEmailTemplate)[0]?.body).toEqual({
      user_id: user.id,
      name: 'Thanks',
      title: 'Thank you',
      text: '<p>It was good to speak.</p>',
    });
  });
});
