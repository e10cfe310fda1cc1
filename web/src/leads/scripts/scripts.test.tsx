import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import {
  changeScript,
  createScript,
  deleteScript,
  listScripts,
  type CustomScript,
} from '@crm/contracts/http/scripts.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { screen, within } from '@testing-library/react';
import { buildUser } from '../../test/builders.js';
import { answer, FakeServer } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const user = buildUser();
const script: CustomScript = {
  id: '66f0a1b2c3d4e5f6010205aa',
  agent_id: user.id,
  type_id: 2,
  html: '<h2>Objections</h2><p>Too dear? <strong>Ask why.</strong></p>',
  updatedAt: '2026-11-20T17:41:00.000Z',
};

async function openScripts(scripts: CustomScript[], path = '') {
  const server = new FakeServer(user)
    .on(restGetLead, answer(restGetLead, exampleLifeLead))
    .on(listScripts, answer(listScripts, { scripts }));
  const opened = openApp({ user, server, path: `/lead/${exampleLifeLead.id}${path}` });
  opened.live.acknowledge('busyLead', () => ({ status: 'success', message: 'Opened', held: true }));
  await screen.findByRole('heading', { level: 1, name: exampleLifeLead.fullname });
  return opened;
}

describe('the built-in script', () => {
  it('is read section by section, with the names of customer and agent in it', async () => {
    const { pointer } = await openScripts([]);
    expect(await screen.findByText('Section 1 of 4')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Final expense' })).toBeVisible();
    expect(screen.getAllByText('Mr. Okafor')[0]).toBeVisible();
    expect(screen.getByRole('button', { name: 'Prev' })).toBeDisabled();
    await pointer.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('Section 2 of 4')).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Price' }));
    expect(screen.getByText('Section 4 of 4')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
    await pointer.click(screen.getByRole('button', { name: 'Prev' }));
    expect(screen.getByRole('button', { name: 'Health' })).toHaveAttribute('aria-current', 'step');
  });
});

describe('scripts of one’s own', () => {
  it('are tabs with an address, named by their first line', async () => {
    await openScripts([script], `/scripts/${script.id}`);
    expect(await screen.findByRole('tab', { name: 'Objections', selected: true })).toBeVisible();
    expect(await screen.findByText('Ask why.')).toBeVisible();
  });

  it('cannot be made of nothing', async () => {
    await openScripts([], '/add-script');
    const create = await screen.findByRole('button', { name: 'Create' });
    expect(create).toHaveAttribute('aria-disabled', 'true');
    expect(create).toHaveAccessibleDescription('Write something first');
  });

  it('are changed in place; Cancel leaves them as they were', async () => {
    const { pointer, server } = await openScripts([script], `/scripts/${script.id}`);
    server.on(changeScript, answer(changeScript, { status: 'success', message: 'Script saved', script }));
    await screen.findByText('Ask why.');
    const panel = within(screen.getByRole('tabpanel', { name: 'Objections' }));
    await pointer.click(panel.getByRole('button', { name: 'Edit' }));
    expect(await panel.findByRole('textbox', { name: 'Script' })).toHaveTextContent('Too dear? Ask why.');
    expect(panel.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'false');
    await pointer.click(panel.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Ask why.')).toBeVisible();
    expect(server.calls(changeScript)).toHaveLength(0);
  });

  it('are deleted after a question', async () => {
    const { pointer, server } = await openScripts([script], `/scripts/${script.id}`);
    server.on(deleteScript, answer(deleteScript, { status: 'success', message: 'Script deleted' }));
    await screen.findByText('Ask why.');
    const panel = within(screen.getByRole('tabpanel', { name: 'Objections' }));
    await pointer.click(panel.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete script' }));
    expect(dialog.getByText('This permanently deletes “Objections”.')).toBeVisible();
    await pointer.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Script deleted')).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Objections' })).not.toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Script' })).toHaveAttribute('aria-selected', 'true');
    expect(server.calls(createScript)).toHaveLength(0);
  });
});
