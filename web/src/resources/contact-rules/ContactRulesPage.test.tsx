import { adoptContactRules, contactRuleTable } from '@crm/contracts/http/contact-rule-table.js';
import { contactRules, type ContactRule } from '@crm/contracts/resources/contact-rule.js';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, FakeServer, refuse, rows } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const { list, one, create, change } = contactRules.calls;
const admin = buildAdmin();
const florida: ContactRule = { ...contactRules.example, id: 'FL', version: 1, closed_days: [] };
const everywhere: ContactRule = { ...florida, id: 'default', state: null, max_attempts: null };

/** A change is made when the server has it. */
const arrived = (server: FakeServer, endpoint: Endpoint) =>
  waitFor(() => {
    expect(server.calls(endpoint)).toHaveLength(1);
  });

const { id: _id, version: _version, ...offeredFlorida } = florida;
const version = '2026-12-24';
const noNewer = { version, rows: [] };
const newer = {
  version,
  rows: [
    { id: 'FL' as const, yours: florida, is_edited: true, offered: { ...offeredFlorida, max_attempts: 2 } },
    {
      id: 'OR' as const,
      yours: null,
      is_edited: false,
      offered: { ...offeredFlorida, state: 'OR' as const },
    },
  ],
};

function openRules(rule = florida, table: typeof newer | typeof noNewer = noNewer) {
  const server = new FakeServer(admin)
    .on(contactRuleTable, answer(contactRuleTable, table))
    .on(list, rows(contactRules, [everywhere, rule]))
    .on(one, answer(one, rule));
  return openApp({ user: admin, server, path: '/contact-rules' });
}

describe('the page of contact rules', () => {
  it('shows the default and the states, and saves a changed rule from the version it was read at', async () => {
    const { pointer, server } = openRules();
    server.on(change, answer(change, florida));
    expect(await screen.findByRole('rowheader', { name: 'Everywhere' })).toBeVisible();
    expect(screen.getAllByText('Monday to Saturday 08:00 – 20:00')[0]).toBeVisible();
    expect(screen.getByText('No limit')).toBeVisible();
    expect(screen.getByText('3 per person')).toBeVisible();
    expect(screen.getByText('None for customers of 18 months')).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Edit Florida' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Contact rule' }));
    const save = dialog.getByText('Save');
    const sunday = dialog.getByLabelText('Sunday until');
    fireEvent.change(sunday, { target: { value: '07:00' } });
    await waitFor(() => {
      expect(save).toHaveAttribute('aria-disabled', 'true');
    });
    fireEvent.change(sunday, { target: { value: '12:00' } });
    await pointer.click(dialog.getByLabelText('Texts'));
    await pointer.click(save);
    await arrived(server, change);
    expect(server.calls(change)[0]).toMatchObject({
      params: { id: 'FL' },
      body: {
        hours: [{ until: '12:00' }, { until: '20:00' }, {}, {}, {}, {}, {}],
        channels: ['call'],
        version: 1,
        max_attempts: 3,
      },
    });
  });

  it('closed days read in words, and are chosen and taken away without their codes', async () => {
    const { pointer, server } = openRules({ ...florida, closed_days: ['mardi-gras', '4-mon-04'] });
    server.on(change, answer(change, florida));
    expect(await screen.findByText('Mardi Gras, 4th Monday of April')).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Edit Florida' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Contact rule' }));
    const choose = async (field: string, choice: string) => {
      await pointer.click(dialog.getByLabelText(field));
      await pointer.click(await screen.findByText(choice, { selector: '[role=option]' }));
    };
    await pointer.click(dialog.getByLabelText('Remove 4th Monday of April'));
    expect(dialog.getByLabelText('Kind of day')).toHaveFocus();
    await pointer.click(dialog.getByText('Add day'));
    await choose('Kind of day', 'Date');
    const add = dialog.getByText('Add day');
    expect(add).toHaveAttribute('aria-disabled', 'true');
    fireEvent.change(dialog.getByLabelText('Day'), { target: { value: '24' } });
    fireEvent.change(dialog.getByLabelText('Year, if only one'), { target: { value: '2026' } });
    await choose('Month', 'December');
    await pointer.click(add);
    expect(dialog.getByText('12/24/2026')).toBeVisible();
    expect(add).toHaveAttribute('aria-disabled', 'true');
    await pointer.click(dialog.getByText('Save'));
    await arrived(server, change);
    expect(server.calls(change)[0]).toMatchObject({
      body: { closed_days: ['mardi-gras', 'federal', '2026-12-24'] },
    });
  });

  it('gives a state without one a rule of its own', async () => {
    const { pointer, server } = openRules();
    server.on(create, answer(create, florida));
    await pointer.click(await screen.findByRole('button', { name: 'Rule for a state' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rule for a state' }));
    await pointer.click(await dialog.findByRole('combobox', { name: /^State/ }));
    await waitFor(() => {
      expect(screen.queryByRole('option', { name: 'Florida' })).toBeNull();
    });
    await pointer.click(screen.getByRole('option', { name: 'Georgia' }));
    const save = dialog.getByRole('button', { name: /^Save/ });
    expect(save).toHaveAccessibleDescription('Still needed: Source');
    fireEvent.change(dialog.getByLabelText(/^Source/), { target: { value: 'O.C.G.A. 46-5-27' } });
    await waitFor(() => {
      expect(save).not.toHaveAttribute('aria-disabled', 'true');
    });
    await pointer.click(save);
    await arrived(server, create);
    expect(server.calls(create)[0]?.body).toMatchObject({
      state: 'GA',
      channels: ['call', 'text'],
      max_attempts: null,
      source: 'O.C.G.A. 46-5-27',
    });
    expect(await screen.findByText('Rule saved')).toBeVisible();
  });

  it('asks which of two changes stands where somebody else saved the same hours first', async () => {
    const { pointer, server } = openRules();
    await pointer.click(await screen.findByRole('button', { name: 'Edit Florida' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Contact rule' }));
    fireEvent.change(dialog.getByLabelText('Sunday until'), { target: { value: '12:00' } });
    const theirs = {
      ...florida,
      version: 2,
      hours: [null, ...florida.hours.slice(1)],
    };
    const lost = { version: 2, changed_by: 'Ada Admin', fields: [] };
    server
      .on(change, refuse({ code: 'conflict', message: 'Changed meanwhile', conflict: lost }))
      .on(one, answer(one, theirs));
    await pointer.click(dialog.getByText('Save'));
    expect(await screen.findByText(/^Monday to Saturday 08:00 – 20:00, Sunday Closed$/)).toBeVisible();
    expect(screen.getByText(/^Monday to Saturday 08:00 – 20:00, Sunday 08:00 – 12:00$/)).toBeVisible();
  });

  it('says that a newer table is available, with the differences row by row, and adopts one or all of them', async () => {
    const { pointer, server } = openRules(florida, newer);
    const done = { status: 'success' as const, message: '1 rule adopted', adopted: ['FL' as const] };
    server.on(adoptContactRules, answer(adoptContactRules, done));
    expect(await screen.findByText('A newer table of rules is available')).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Review 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Newer rules of 12/24/2026' }));
    const row = within(dialog.getByRole('region', { name: 'Florida' }));
    const cells = row.getAllByRole('row').map((each) => each.textContent);
    expect(cells).toEqual(['FieldYoursNew', 'Attempts in 24 hours32']);
    expect(row.getByText('Edited by an admin')).toBeVisible();
    const oregon = within(dialog.getByRole('region', { name: 'Oregon' }));
    expect(oregon.getByText('No rule of its own yet')).toBeVisible();
    await pointer.click(row.getByRole('button', { name: 'Adopt Florida' }));
    await arrived(server, adoptContactRules);
    expect(server.calls(adoptContactRules)[0]?.body).toEqual({ version, rows: [{ id: 'FL', version: 1 }] });
    expect(await screen.findByText('1 rule adopted')).toBeVisible();
    server.on(contactRuleTable, answer(contactRuleTable, noNewer));
    await pointer.click(dialog.getByRole('button', { name: 'Adopt all' }));
    await waitFor(() => {
      expect(screen.queryByText('A newer table of rules is available')).toBeNull();
    });
    expect(server.calls(adoptContactRules)[1]?.body).toEqual({
      version,
      rows: [
        { id: 'FL', version: 1 },
        { id: 'OR', version: null },
      ],
    });
  });

  it('is nobody’s but an admin’s', async () => {
    const { server } = openApp({ user: buildUser(), path: '/contact-rules' });
    expect(await screen.findByText('Top 10 Core Values:')).toBeInTheDocument();
    expect(server.calls(list)).toHaveLength(0);
  });
});
