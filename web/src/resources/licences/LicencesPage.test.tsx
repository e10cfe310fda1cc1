import { exampleUser } from '@crm/contracts/entities/user.js';
import { exampleLeadRow } from '@crm/contracts/entities/lead.js';
import { listAgents } from '@crm/contracts/http/agents.js';
import { reassignLeads } from '@crm/contracts/http/leads.js';
import { restListLeads } from '@crm/contracts/http/lead-lists.js';
import { importLicences, licences, licensedAgents, type Licence } from '@crm/contracts/resources/licence.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildGuide, buildUser } from '../../test/builders.js';
import { answer, FakeServer, refuse, rows } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const { list, create } = licences.calls;
const admin = buildAdmin();
const licence: Licence = licences.record.parse(licences.example);
const expired: Licence = {
  ...licence,
  id: '66f0a1b2c3d4e5f6010204ab',
  state: 'VT',
  until: '2020-11-20',
};

const open = (records = [licence], path = '/licences') =>
  openApp({
    user: admin,
    server: new FakeServer(admin)
      .on(list, rows(licences, records))
      .on(listAgents, answer(listAgents, { agents: [exampleUser] })),
    path,
  });

describe('the page of licences', () => {
  it('lists what is known of each, and marks one that has expired', async () => {
    open([licence, expired]);
    expect(await screen.findAllByText('Dana Reyes-Whitfield')).toHaveLength(2);
    for (const shown of ['Texas', 'Vermont', 'Expired']) expect(screen.getByText(shown)).toBeVisible();
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual([
      ...['Agent', 'State', 'Line', 'Number', 'Valid from', 'Valid until', 'Status', 'Proof', 'Actions'],
    ]);
  });

  it('is an agent’s own too, to be read alone', async () => {
    const user = buildUser();
    openApp({ user, server: new FakeServer(user).on(list, rows(licences, [expired])), path: '/licences' });
    expect(await screen.findByText('Vermont')).toBeVisible();
    for (const name of ['Add licence', 'Import CSV', /^Edit/, /^Delete/, /^Leads of/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('adds a licence of an agent found by name', async () => {
    const { pointer, server } = open();
    server.on(create, answer(create, licence));
    await pointer.click(await screen.findByRole('button', { name: 'Add licence' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add licence' }));
    await pointer.click(dialog.getByRole('combobox', { name: /^Agent/ }));
    await pointer.click(await screen.findByRole('option', { name: 'Dana Reyes-Whitfield' }));
    await pointer.click(dialog.getByRole('combobox', { name: /^State/ }));
    await pointer.click(await screen.findByRole('option', { name: 'Vermont' }));
    fireEvent.change(dialog.getByLabelText(/^Licence number/), { target: { value: 'VT-1' } });
    fireEvent.change(dialog.getByLabelText(/^Valid from/), { target: { value: '03/01/2025' } });
    await pointer.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => {
      expect(server.calls(create)[0]?.body).toEqual({
        agent_id: exampleUser.id,
        state: 'VT',
        line: 'life',
        number: 'VT-1',
        from: '2025-03-01',
        until: null,
        status: 'active',
        proof: '',
      });
    });
    expect(await screen.findByText('Licence created')).toBeVisible();
  });

  it('imports a file, and names each row that was refused', async () => {
    const { pointer, server } = open();
    server.on(
      importLicences,
      answer(importLicences, {
        status: 'warning',
        message: '1 licence saved, 1 row refused',
        saved: 1,
        refused: [{ line: 3, reason: 'Not a state: ZZ' }],
      }),
    );
    await pointer.click(await screen.findByRole('button', { name: 'Import CSV' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import licences' }));
    expect(dialog.getByRole('button', { name: 'Import' })).toHaveAttribute('aria-disabled', 'true');
    const file = new File(['agent e-mail,state'], 'licences.csv', { type: 'text/csv' });
    file.text = () => Promise.resolve('agent e-mail,state');
    fireEvent.change(dialog.getByLabelText(/file/i), { target: { files: [file] } });
    await pointer.click(dialog.getByRole('button', { name: 'Import' }));
    expect(await dialog.findByText('Not a state: ZZ')).toBeVisible();
    expect(dialog.getByText('1 row refused')).toBeVisible();
    expect(server.calls(importLicences)[0]?.body).toEqual({ csv: 'agent e-mail,state' });
    server.on(
      importLicences,
      refuse({
        code: 'invalid',
        message: 'Invalid input',
        errors: { csv: 'The column “state” is missing' },
      }),
    );
    await pointer.click(dialog.getByRole('button', { name: 'Import' }));
    expect(await dialog.findByText('The column “state” is missing')).toBeVisible();
  });

  it('moves the leads of one that has expired to an agent who is licensed', async () => {
    const { pointer, server } = open([expired]);
    const lead = { ...exampleLeadRow, state: 'VT' as const };
    const range = { 'content-range': 'leads 0-0/1' };
    server
      .on(restListLeads, answer(restListLeads, [lead], range))
      .on(licensedAgents, answer(licensedAgents, { agents: [{ id: admin.id, fullname: 'Robin Tate' }] }))
      .on(reassignLeads, (call) => {
        server.on(restListLeads, answer(restListLeads, [], { 'content-range': 'leads */0' }));
        return answer(reassignLeads, { status: 'success', message: 'Done' })(call);
      });
    const name = 'Leads of Dana Reyes-Whitfield, Life, Vermont';
    await pointer.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leads to move' }));
    expect(await dialog.findByText('1 lead')).toBeVisible();
    await pointer.click(dialog.getByRole('radio', { name: /Robin Tate/ }));
    await pointer.click(dialog.getByRole('button', { name: 'Move 1 lead' }));
    expect(await screen.findByText('1 of 1 leads moved to Robin Tate')).toBeVisible();
    expect(server.calls(reassignLeads)[0]?.body).toEqual({ agent: admin.id, leads: [lead.id] });
    expect(server.calls(restListLeads)[0]?.query).toMatchObject({
      filter: JSON.stringify({ type: 2, agent: [expired.agent_id], state: ['VT'] }),
    });
  });

  it('is not a guide’s', async () => {
    const { server } = openApp({ user: buildGuide(), path: '/licences' });
    expect(await screen.findByText('Top 10 Core Values:')).toBeInTheDocument();
    expect(server.calls(list)).toEqual([]);
  });
});

describe('the notice about licences to be checked', () => {
  const toCheck: Licence = { ...licence, status: 'to_check', until: '2020-11-20' };

  it('leads an admin to the list of them, and is hidden until tomorrow', async () => {
    const { pointer, server } = open([toCheck], '/');
    expect(await screen.findByText('1 licence to be checked.')).toBeVisible();
    expect(screen.getByText(/The first has ended/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Review' })).toHaveAttribute(
      'href',
      '/licences?filter=%7B%22status%22%3A%5B%22to_check%22%5D%7D',
    );
    expect(server.calls(list)[0]?.query).toMatchObject({
      filter: '{"status":["to_check"]}',
      sort: '["until","ASC"]',
    });
    await pointer.click(screen.getByRole('button', { name: 'Hide until tomorrow' }));
    await waitFor(() => {
      expect(screen.queryByText('1 licence to be checked.')).toBeNull();
    });
  });

  it('is an agent’s own too, without a way to the page', async () => {
    const user = buildUser();
    openApp({ user, server: new FakeServer(user).on(list, rows(licences, [toCheck])), path: '/' });
    expect(await screen.findByText('1 licence to be checked.')).toBeVisible();
    expect(screen.getByText(/Send your licence details to an admin/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Review' })).toBeNull();
  });
});
