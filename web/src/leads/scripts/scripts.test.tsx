import { exampleHealthLead, exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { scripts as resource, type Script } from '@crm/contracts/resources/script.js';
import { leadPermission } from '@crm/contracts/http/permission.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../../test/builders.js';
import { answer, FakeServer, rows } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const user = buildUser();
const { list, one, create, change, remove } = resource.calls;
const script: Script = {
  id: '66f0a1b2c3d4e5f6010205aa',
  agent_id: user.id,
  version: 2,
  html: '<h2>Objections</h2><p>Too dear? <strong>Ask why.</strong></p>',
  updatedAt: '2026-11-20T17:41:00.000Z',
};

async function openScripts(scripts: Script[], path = '') {
  const server = new FakeServer(user)
    .on(restGetLead, answer(restGetLead, exampleLifeLead))
    .on(list, rows(resource, scripts))
    .on(one, answer(one, script));
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

describe('the built-in script of a health lead', () => {
  it('speaks of health coverage, and leads to the term one', async () => {
    const server = new FakeServer(user).on(restGetLead, answer(restGetLead, exampleHealthLead));
    const { live, pointer } = openApp({ user, server, path: `/lead/${exampleHealthLead.id}` });
    live.acknowledge('busyLead', () => ({ status: 'success', message: 'Opened', held: true }));
    expect(await screen.findByText(/You asked about health coverage/)).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Next' }));
    await pointer.click(screen.getByRole('combobox', { name: 'Script' }));
    await pointer.click(screen.getByRole('option', { name: 'Term life' }));
    expect(screen.getByText('Section 1 of 4')).toBeVisible();
    expect(screen.getByText(/prices on term life insurance/)).toBeVisible();
  });
});

describe('an agent without the licence', () => {
  it('says no line that claims it, and reads what to do instead', async () => {
    const server = new FakeServer(user).on(restGetLead, answer(restGetLead, exampleLifeLead)).on(
      leadPermission,
      answer(leadPermission, {
        zones: ['America/Chicago'],
        ways: [],
        licence_denial: 'Dana Reyes-Whitfield holds no life licence for Texas',
        changes_at: null,
        as_of: '2026-11-20T17:00:00.000Z',
      }),
    );
    const { live } = openApp({ user, server, path: `/lead/${exampleLifeLead.id}` });
    live.acknowledge('busyLead', () => ({ status: 'success', message: 'Opened', held: true }));
    expect(await screen.findByText('Dana Reyes-Whitfield holds no life licence for Texas')).toBeVisible();
    expect(screen.getByText(/Transfer the call, or reassign the lead/)).toBeVisible();
    expect(screen.queryByText(/licensed agent in/)).toBeNull();
    expect(screen.queryByText(/my license/)).toBeNull();
    expect(screen.getByText(/This call may be recorded/)).toBeVisible();
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
    await screen.findByText('Ask why.');
    const panel = within(screen.getByRole('tabpanel', { name: 'Objections' }));
    await pointer.click(panel.getByRole('button', { name: 'Edit' }));
    expect(await panel.findByRole('textbox', { name: 'Script' })).toHaveTextContent('Too dear? Ask why.');
    expect(panel.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'false');
    await pointer.click(panel.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Ask why.')).toBeVisible();
    expect(server.calls(change)).toHaveLength(0);
  });

  it('are changed on the version that was read, and read as they are then', async () => {
    const { pointer, server } = await openScripts([script], `/scripts/${script.id}`);
    const html = '<p>Wait first.</p>';
    server.on(change, (call) => {
      server.on(list, rows(resource, [{ ...script, version: 3, html }]));
      return answer(change, { ...script, version: 3, html })(call);
    });
    await screen.findByText('Ask why.');
    const panel = within(screen.getByRole('tabpanel', { name: 'Objections' }));
    await pointer.click(panel.getByRole('button', { name: 'Edit' }));
    const text = await panel.findByRole('textbox', { name: 'Script' });
    text.innerHTML = html;
    const update = panel.getByRole('button', { name: 'Update' });
    await waitFor(() => {
      expect(text).toHaveTextContent('Wait first.');
    });
    await pointer.click(update);
    expect(await screen.findByText('Script saved')).toBeVisible();
    expect(server.calls(change)[0]?.body).toEqual({ version: 2, html });
    expect(await screen.findByRole('tab', { name: 'Wait first.' })).toBeVisible();
  });

  it('are made for oneself, and open with their tab', async () => {
    const { pointer, server } = await openScripts([], '/add-script');
    const text = await screen.findByRole('textbox', { name: 'Script' });
    text.innerHTML = '<h2>Objections</h2>';
    const submit = screen.getByRole('button', { name: 'Create' });
    await waitFor(() => {
      expect(submit).not.toHaveAttribute('aria-disabled');
    });
    server.on(create, (call) => {
      server.on(list, rows(resource, [script]));
      return answer(create, script)(call);
    });
    await pointer.click(submit);
    expect(await screen.findByRole('tab', { name: 'Objections', selected: true })).toBeVisible();
    expect(screen.getByText('Script saved')).toBeVisible();
    expect(server.calls(create)[0]?.body).toEqual({
      agent_id: user.id,
      html: '<h2>Objections</h2><p></p>',
    });
  });

  it('are read again when they were changed in another window', async () => {
    const { server, live } = await openScripts([script], `/scripts/${script.id}`);
    await screen.findByText('Ask why.');
    server.on(list, rows(resource, [{ ...script, version: 3, html: '<p>Changed elsewhere</p>' }]));
    await live.say('recordChanged', {
      resource: 'scripts',
      id: script.id,
      change: 'updated',
      version: 3,
    });
    expect(await screen.findByRole('tab', { name: 'Changed elsewhere' })).toBeVisible();
  });

  it('are deleted after a question', async () => {
    const { pointer, server } = await openScripts([script], `/scripts/${script.id}`);
    server.on(remove, (call) => {
      server.on(list, rows(resource, []));
      return answer(remove, script)(call);
    });
    await screen.findByText('Ask why.');
    const panel = within(screen.getByRole('tabpanel', { name: 'Objections' }));
    await pointer.click(panel.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete script' }));
    expect(dialog.getByText('This permanently deletes “Objections”.')).toBeVisible();
    await pointer.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Script deleted')).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Objections' })).not.toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Script' })).toHaveAttribute('aria-selected', 'true');
    expect(server.calls(create)).toHaveLength(0);
  });
});
