import { exampleLeadRow, type LeadRow } from '@crm/contracts/entities/lead.js';
import { listImports } from '@crm/contracts/http/imports.js';
import { listRawLeads } from '@crm/contracts/http/lead-lists.js';
import { permissionOfRows } from '@crm/contracts/http/permission.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import RawLeadsPage from './RawLeadsPage.js';

const rawRow = (last: number, known: Partial<LeadRow> = {}): LeadRow => ({
  ...exampleLeadRow,
  id: `66f0a1b2c3d4e5f6010203${String(last).padStart(2, '0')}`,
  fullname: `Raymond Okafor ${String(last)}`,
  status: 'newLead',
  status_title: 'New Lead',
  source: 'bulk',
  empty: 1,
  birth_date: '1957-06-02',
  version: 1,
  ...known,
});

/** Renders the page with these raw leads on a fake server, which can be changed later. */
async function openRawLeads(rows: LeadRow[], { user = buildUser(), total = rows.length } = {}) {
  const has = { rows, total };
  const server = new FakeServer(user)
    .on(listImports, answer(listImports, [], { 'Content-Range': 'imports 0-0/0' }))
    .on(listRawLeads, (call) => answer(listRawLeads, { rawLeads: has.rows, totalCount: has.total })(call));
  const opened = openPart(<RawLeadsPage />, { user, server, path: '/raw-leads' });
  if (rows[0]) await screen.findByText(rows[0].fullname);
  await waitFor(() => {
    expect(opened.live.sentOf('joinRawLeads')).toHaveLength(1);
  });
  return { ...opened, has };
}

const rowOf = (name: string) => {
  const row = screen.getByText(name).closest('tr');
  if (!row) throw new Error(`No row shows ${name}`);
  return row;
};

describe('the raw leads', () => {
  it('have the columns of the specification, ten a page, the newest change first', async () => {
    const { server } = await openRawLeads([rawRow(1)], { total: 42 });
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(['Type', 'Full Name', 'Phone', 'Email', 'DOB', 'Last Change (PT)']);
    const cells = within(rowOf('Raymond Okafor 1')).getAllByRole('cell');
    expect(cells.slice(0, 5).map(({ textContent }) => textContent)).toEqual([
      'Life',
      'Raymond Okafor 1',
      '(214) 555-0117',
      'r.okafor@example.com',
      '06/02/1957',
    ]);
    expect(server.calls(listRawLeads)[0]?.query).toEqual({ limit: '10', page: '1', sort: 'updatedAt:DESC' });
    expect(screen.getByText('42 match')).toBeVisible();
  });

  it('lead to the lead from life rows alone, and from none that somebody has open', async () => {
    const { router, pointer } = await openRawLeads([
      rawRow(1),
      rawRow(2, { type_id: 4, type: 'health' }),
      rawRow(3, { busy: 1, busy_user_id: '66f0a1b2c3d4e5f6010203ff', busy_fullname: 'Priya Shah' }),
    ]);
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Raymond Okafor 1']);
    expect(rowOf('Raymond Okafor 2')).toHaveAttribute('aria-disabled', 'true');
    await pointer.click(screen.getByText('Raymond Okafor 2'));
    await pointer.click(screen.getByText('Raymond Okafor 3'));
    expect(router.state.location.pathname).toBe('/raw-leads');
    await pointer.click(screen.getByText('(214) 555-0117', { selector: 'tr:first-of-type *' }));
    expect(router.state.location.pathname).toBe(`/lead/${rawRow(1).id}`);
  });

  it('are searched while one types, and shown all again', async () => {
    const { server, pointer, has } = await openRawLeads([rawRow(1)]);
    has.rows = [];
    has.total = 0;
    await pointer.type(screen.getByRole('searchbox'), 'maribel');
    await screen.findByText('No raw leads match this search');
    expect(server.calls(listRawLeads).at(-1)?.query).toMatchObject({ search: 'maribel' });
    // Debounced: one call for the whole word, not one per letter.
    expect(server.calls(listRawLeads)).toHaveLength(2);

    has.rows = [rawRow(1)];
    has.total = 1;
    const [clear] = screen.getAllByRole('button', { name: 'Clear search' });
    if (clear) await pointer.click(clear);
    await screen.findByText('Raymond Okafor 1');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('are sorted by the head of a column', async () => {
    const { server, pointer } = await openRawLeads([rawRow(1)]);
    await pointer.click(
      within(screen.getByRole('columnheader', { name: 'Full Name' })).getByText('Full Name'),
    );
    await waitFor(() => {
      expect(server.calls(listRawLeads).at(-1)?.query).toMatchObject({ sort: 'fullname:ASC' });
    });
  });

  it('say why they could not be read, and try again', async () => {
    const user = buildUser();
    const server = new FakeServer(user).on(
      listRawLeads,
      refuse({ code: 'unavailable', message: 'The leads cannot be reached' }),
    );
    const { pointer } = openPart(<RawLeadsPage />, { user, server });
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('The list failed to load');
    server.on(listRawLeads, answer(listRawLeads, { rawLeads: [rawRow(1)], totalCount: 1 }));
    await pointer.click(within(notice).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Raymond Okafor 1')).toBeVisible();
  });

  it('offer Bulk Upload to admins alone', async () => {
    await openRawLeads([rawRow(1)]);
    expect(screen.queryByRole('button', { name: 'Bulk Upload' })).not.toBeInTheDocument();
  });

  it('offer Bulk Upload to an admin', async () => {
    await openRawLeads([rawRow(1)], { user: buildAdmin() });
    expect(screen.getByRole('button', { name: 'Bulk Upload' })).toBeVisible();
  });
});

describe('live changes of the raw leads', () => {
  it('a new one slides in on top and is counted, without asking the server', async () => {
    const { live, server } = await openRawLeads([rawRow(1)]);
    await live.say('rawLeadAdd', rawRow(2));
    await waitFor(() => {
      expect(screen.getAllByRole('row')[1]).toHaveTextContent('Raymond Okafor 2');
    });
    expect(screen.getByText('2 match')).toBeVisible();
    expect(server.calls(listRawLeads)).toHaveLength(1);
  });

  it('a second delivery of the same one changes nothing', async () => {
    const { live } = await openRawLeads([rawRow(1)]);
    await live.say('rawLeadAdd', rawRow(2));
    await live.say('rawLeadAdd', rawRow(2));
    expect(await screen.findByText('2 match')).toBeVisible();
    expect(screen.getAllByText('Raymond Okafor 2')).toHaveLength(1);
  });

  it('nothing moves under a reader: what is new waits for a click', async () => {
    const { live, has, pointer } = await openRawLeads([rawRow(1)]);
    await pointer.hover(screen.getByText('Raymond Okafor 1'));
    await live.say('rawLeadAdd', rawRow(2));
    expect(screen.queryByText('Raymond Okafor 2')).not.toBeInTheDocument();
    has.rows = [rawRow(2), rawRow(1)];
    await pointer.click(screen.getByRole('button', { name: 'Show new leads' }));
    expect(await screen.findByText('Raymond Okafor 2')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show new leads' })).not.toBeInTheDocument();
  });

  it('one that a person saved is no raw lead any more', async () => {
    const { live, has } = await openRawLeads([rawRow(1), rawRow(2)]);
    has.rows = [rawRow(1), rawRow(3)];
    await live.say('updateLeads', rawRow(2, { empty: 0, version: 2 }));
    await waitFor(() => {
      expect(screen.queryByText('Raymond Okafor 2')).not.toBeInTheDocument();
    });
    // The page fills up again.
    expect(await screen.findByText('Raymond Okafor 3')).toBeVisible();
  });

  it('one that somebody opens is closed to others in place', async () => {
    const { live, server } = await openRawLeads([rawRow(1)]);
    await live.say(
      'updateLeads',
      rawRow(1, { busy: 1, busy_user_id: '66f0a1b2c3d4e5f6010203ff', busy_fullname: 'Priya Shah' }),
    );
    await waitFor(() => {
      expect(rowOf('Raymond Okafor 1')).toHaveAttribute('aria-disabled', 'true');
    });
    expect(rowOf('Raymond Okafor 1')).toHaveTextContent('With Priya S. now');
    expect(server.calls(listRawLeads)).toHaveLength(1);
  });

  it('of an import the list is read again once, however many rows it tells of', async () => {
    const { live, server, has } = await openRawLeads([rawRow(1)]);
    has.rows = [rawRow(2), rawRow(1)];
    has.total = 500;
    for (let notified = 0; notified < 20; notified += 1)
      await live.say('leadsChanged', { type: 'life', count: 25 });
    expect(await screen.findByText('500 match')).toBeVisible();
    expect(server.calls(listRawLeads)).toHaveLength(2);
  });
});

describe('beside the phone of a raw lead', () => {
  const given = {
    allowed: true,
    rule: null,
    sentence: 'May be contacted',
    next_allowed_at: null,
    override_id: null,
  };
  const closed = {
    ...given,
    allowed: false,
    rule: 'do_not_contact' as const,
    sentence: 'Does not want calls, by their own word',
  };
  const permissionOf = (id: string, permission: typeof given | typeof closed) =>
    answer(permissionOfRows, {
      leads: [{ id, zones: ['America/Chicago'], call: permission, text: permission, changes_at: null }],
      as_of: '2026-11-20T17:00:00.000Z',
    });

  it('the server is asked once for all rows', async () => {
    const [one, other] = [rawRow(1), rawRow(2)];
    const { server } = await openRawLeads([one, other]);
    expect(server.calls(permissionOfRows).map(({ body }) => body)).toEqual([{ ids: [one.id, other.id] }]);
  });

  it('a word of the customer shows in the row that is there', async () => {
    const row = rawRow(1);
    const { server, live } = await openRawLeads([row]);
    server.on(permissionOfRows, permissionOf(row.id, given));
    await live.say('contactChanged', {});
    expect(await within(rowOf(row.fullname)).findByText('May be called and texted')).toBeInTheDocument();
    expect(rowOf(row.fullname)).toHaveTextContent(/\d{1,2}:\d{2} [AP]M CT/);
    server.on(permissionOfRows, permissionOf(row.id, closed));
    await live.say('contactChanged', {});
    expect(await within(rowOf(row.fullname)).findByText('May not be contacted')).toBeInTheDocument();
  });
});
