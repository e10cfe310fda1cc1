import { sendToDiallers } from '@crm/contracts/http/calling.js';
import { exampleLeadRow, type LeadRow } from '@crm/contracts/entities/lead.js';
import type { User } from '@crm/contracts/entities/user.js';
import { countLeads, listAssignees, restListLeads } from '@crm/contracts/http/lead-lists.js';
import { deleteSelectedLeads, reassignLeads } from '@crm/contracts/http/leads.js';
import { getReferenceList } from '@crm/contracts/http/reference.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { otherHolder } from '../test/openLead.js';
import { openApp } from '../test/TestApp.js';

const dana = {
  id: exampleLeadRow.user_id,
  fullname: 'Dana Reyes-Whitfield',
  email: 'dana@example.com',
  role_id: 2,
};
const joel = {
  id: '66f0a1b2c3d4e5f6010203aa',
  fullname: 'Joel Abernathy',
  email: 'joel@example.com',
  role_id: 2,
};
const banned = { ...joel, id: '66f0a1b2c3d4e5f6010203ab', fullname: 'Marcus Oyelaran', banned: 1 } as const;

const rowOf = (n: number, known: Partial<LeadRow> = {}): LeadRow => ({
  ...exampleLeadRow,
  id: `66f0a1b2c3d4e5f6010203${String(n).padStart(2, '0')}`,
  fullname: `Customer ${String(n)}`,
  ...known,
});

async function openDashboard(
  rows: LeadRow[],
  {
    user = buildAdmin(),
    path = '/life',
    isLive = true,
  }: { user?: User; path?: string; isLive?: boolean } = {},
) {
  const has = { rows };
  const server = new FakeServer(user)
    .on(restListLeads, (call) =>
      answer(restListLeads, has.rows, { 'Content-Range': `leads 0-9/${String(has.rows.length)}` })(call),
    )
    .on(
      listAssignees,
      answer(listAssignees, [
        { id: 0, fullname: 'Without agent', email: '', role_id: 2 },
        dana,
        joel,
        banned,
      ]),
    )
    .on(countLeads, answer(countLeads, { counts: { followUp: 186 } }));
  const opened = openApp({ user, server, path, isLive });
  if (rows[0]) await screen.findByText(rows[0].fullname);
  else await screen.findByRole('heading', { level: 1 });
  const asked = (): unknown => JSON.parse(server.calls(restListLeads).at(-1)?.query['filter'] ?? '{}');
  return { ...opened, has, asked };
}

const heads = () => screen.getAllByRole('columnheader').flatMap(({ textContent }) => textContent || []);
const lineOf = (name: string) => {
  const line = screen.getByText(name).closest('tr');
  if (!line) throw new Error(`No row shows ${name}`);
  return line;
};

describe('the columns', () => {
  it('of life leads', async () => {
    await openDashboard([rowOf(1)]);
    expect(heads()).toEqual([
      'Status',
      'Source',
      'Agent',
      'Full Name',
      'Email',
      'Phone',
      'Premium',
      'Carrier',
      'Product',
      'State',
      'Last Change (PT)',
    ]);
  });

  it('of health leads have the coverage type as Product and neither Premium nor Carrier', async () => {
    await openDashboard([rowOf(1, { type: 'health', type_id: 4, coverage_type: 'Short Term' })], {
      path: '/health',
    });
    expect(heads()).not.toEqual(expect.arrayContaining(['Premium']));
    expect(heads()).not.toEqual(expect.arrayContaining(['Carrier']));
    expect(within(lineOf('Customer 1')).getByText('Short Term')).toBeVisible();
  });
});

test('whose every lead is their own chooses the column of the agent to see it', async () => {
  const { pointer } = await openDashboard([rowOf(1)], { user: buildUser() });
  expect(heads()).not.toContain('Agent');
  await pointer.click(screen.getByRole('button', { name: 'Columns' }));
  await pointer.click(await screen.findByRole('menuitemcheckbox', { name: 'Agent' }));
  expect(await screen.findByRole('columnheader', { name: 'Agent', hidden: true })).toBeInTheDocument();
});

describe('the form of a new lead', () => {
  it.each([
    ['/life', 'Full Name'],
    ['/health', 'Household Income'],
  ])('is drawn ahead in %s, unseen, and is one form when it is opened', async (path, name) => {
    const { pointer } = await openDashboard([rowOf(1)], { path });
    const ahead = await screen.findByLabelText(new RegExp(`^${name}`));
    expect(ahead).not.toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await pointer.click(screen.getByRole('button', { name: 'New' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText(new RegExp(`^${name}`))).toBeVisible();
    expect(screen.getAllByLabelText(new RegExp(`^${name}`))).toHaveLength(1);
  });

  it.each([
    ['/life', ['medications']],
    ['/health', ['healthMedications', 'health_current_company']],
  ])(
    'has its lists in %s once the pointer has rested on New, and asks for them no more',
    async (path, lists) => {
      const { pointer, server } = await openDashboard([rowOf(1)], { path });
      server.on(getReferenceList, ({ params }) =>
        Response.json({
          ...{ list: params['list'], version: 1, changed_by: null, changed_at: null },
          entries: [{ code: 'kept', text: 'Kept by admins', active: true }],
        }),
      );
      const asked = () => server.calls(getReferenceList).map(({ params }) => params['list']);
      const button = screen.getByRole('button', { name: 'New' });
      await pointer.hover(button);
      await waitFor(() => {
        expect(asked()).toEqual(lists);
      });
      await pointer.click(button);
      const dialog = within(await screen.findByRole('dialog'));
      expect(await dialog.findByLabelText(/^Full Name/)).toBeVisible();
      expect(asked()).toEqual(lists);
    },
  );
});

describe('the filters', () => {
  it('of a fresh page are source 1 and all else', async () => {
    const { asked, server } = await openDashboard([rowOf(1)]);
    expect(asked()).toEqual({ type: 2, source: 1 });
    expect(server.calls(restListLeads)[0]?.query).toMatchObject({
      range: '[0,9]',
      sort: '["updatedAt","DESC"]',
    });
  });

  it('of an agent are fixed to the own leads, and offer no agents', async () => {
    const user = buildUser();
    const { asked } = await openDashboard([rowOf(1)], { user });
    expect(asked()).toEqual({ type: 2, source: 1, agent: [user.id] });
    expect(screen.queryByRole('button', { name: /^Agent/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Bulk Assign' })).not.toBeInTheDocument();
  });

  it('pick statuses, newLead among them, and are remembered', async () => {
    const { pointer, asked, goTo } = await openDashboard([rowOf(1)]);
    await pointer.click(screen.getByText('All 22'));
    const findField = await screen.findByPlaceholderText('Find a status');
    expect(screen.getByLabelText(/^New lead/)).toBeChecked();
    await pointer.click(screen.getByLabelText('Select All'));
    await pointer.click(screen.getByLabelText(/^Call Back/));
    await pointer.keyboard('{Escape}');
    await waitFor(() => {
      expect(asked()).toEqual({ type: 2, source: 1, status: ['followUp'] });
    });
    expect(findField).not.toBeInTheDocument();
    await goTo('/');
    await goTo('/life');
    await screen.findByText('Customer 1');
    expect(asked()).toEqual({ type: 2, source: 1, status: ['followUp'] });
  });

  it('pick one status alone by Only', async () => {
    const { pointer, asked } = await openDashboard([rowOf(1)]);
    await pointer.click(screen.getByText('All 22'));
    await pointer.click(await screen.findByRole('button', { name: 'Only Call Back' }));
    await waitFor(() => {
      expect(asked()).toEqual({ type: 2, source: 1, status: ['followUp'] });
    });
    expect(screen.getByLabelText(/^Call Back/)).toBeChecked();
    expect(screen.getByLabelText(/^New lead/)).not.toBeChecked();
  });

  it.each([
    ['en', 'Language', 'Find a language', 'Only Spanish', 'Remove Spanish'],
    ['es', 'Idioma', 'Buscar un idioma', 'Solo Español', 'Quitar Español'],
  ])('pick the language of the customer, in words of %s', async (locale, label, findIt, only, remove) => {
    localStorage.setItem('RaStore.locale', JSON.stringify(locale));
    const { pointer, asked } = await openDashboard([rowOf(1)], { user: buildUser() });
    await pointer.click(await screen.findByRole('button', { name: new RegExp(`^${label}`) }));
    await screen.findByPlaceholderText(findIt);
    await pointer.click(screen.getByRole('button', { name: only }));
    await waitFor(() => {
      expect(asked()).toMatchObject({ language: ['es'] });
    });
    await pointer.keyboard('{Escape}');
    await pointer.click(await screen.findByRole('button', { name: remove }));
    await waitFor(() => {
      expect(asked()).not.toHaveProperty('language');
    });
  });

  it('are cleared to source 2', async () => {
    const { pointer, asked } = await openDashboard([rowOf(1)]);
    await pointer.click(screen.getByText('Clear filters'));
    await waitFor(() => {
      expect(asked()).toEqual({ type: 2, source: 2 });
    });
  });

  it('once cleared make a new lead no lead of the marketplace, unless that source is picked', async () => {
    const { pointer, asked } = await openDashboard([rowOf(1)]);
    const note = 'Lead of the advertising marketplace';
    const makeOne = async () => {
      await pointer.click(screen.getByRole('button', { name: 'New' }));
      return within(await screen.findByRole('dialog', { name: 'Client information' }));
    };
    await pointer.click(screen.getByText('Clear filters'));
    await waitFor(() => {
      expect(asked()).toEqual({ type: 2, source: 2 });
    });
    const form = await makeOne();
    expect(form.queryByText(note)).not.toBeInTheDocument();
    await pointer.click(form.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    await pointer.click(screen.getByRole('button', { name: /^Source/ }));
    await pointer.click(await screen.findByRole('menuitem', { name: /^Advertising marketplace/ }));
    expect(await (await makeOne()).findByText(note)).toBeVisible();
  });

  it('that do not fit, typed into the address, count as none', async () => {
    await openDashboard([rowOf(1)], { path: `/life?filter=${encodeURIComponent('{"status":"nonsense"}')}` });
    expect(screen.getByText('All 22')).toBeVisible();
  });
});

describe('a list that cannot be read', () => {
  const said = 'The leads cannot be reached';
  const fails = refuse({ code: 'server_error', message: said });

  it('says so once, in the place of its rows, and counts none', async () => {
    const user = buildAdmin();
    const server = new FakeServer(user).on(restListLeads, fails);
    openApp({ user, server, path: '/life' });
    expect(await screen.findByRole('alert')).toHaveTextContent(said);
    expect(await screen.findByRole('button', { name: 'Select all' })).toBeDisabled();
    expect(screen.getAllByText(said)).toHaveLength(1);
  });

  it('again says so of the rows that stay, but not while the connection is lost', async () => {
    const { server, services, live } = await openDashboard([rowOf(1)]);
    server.on(restListLeads, fails);
    const readAgain = () =>
      act(() => services.queryClient.invalidateQueries({ queryKey: ['leads', 'getList'] }));
    await live.goDown();
    await readAgain();
    expect(screen.queryByText(said)).not.toBeInTheDocument();
    await live.comeUp();
    await readAgain();
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.getByText('Customer 1')).toBeVisible();
  });
});

test('rows that were read before their rooms were joined are read again, once', async () => {
  const { server, has, live } = await openDashboard([rowOf(1)], { isLive: false });
  has.rows = [rowOf(1), rowOf(2)];
  await live.comeUp();
  expect(await screen.findByText('Customer 2')).toBeVisible();
  expect(server.calls(restListLeads)).toHaveLength(2);
});

test('a page that is not here keeps the rows of the one before, their range with them, and says what waits', async () => {
  const rows = Array.from({ length: 12 }, (_, index) => rowOf(index + 1));
  const { pointer, live, server } = await openDashboard(rows);
  expect(screen.getByText('1–10 of 12')).toBeVisible();
  await live.goDown();
  server.on(restListLeads, () => new Promise(() => undefined));
  await pointer.click(screen.getByRole('button', { name: 'Go to page 2' }));
  expect(await screen.findByText('Page 2 loads once you are back online.')).toBeVisible();
  expect(screen.getByText('1–10 of 12')).toBeVisible();
  expect(screen.getByText('Customer 1')).toBeVisible();
});

describe('the band above the table', () => {
  it.each([
    ['Bulk Assign', 'Please select the leads to be able to re-assign it!'],
    ['Send Selected', 'Leads are not selected!'],
    ['Delete Selected', 'Please select the leads to be able delete it!'],
  ])('answers %s without a selection: %s', async (name, message) => {
    const { pointer } = await openDashboard([rowOf(1)]);
    expect(screen.getByText('Total checked 0')).toBeVisible();
    await pointer.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('forgets what was checked when the filters change', async () => {
    const { pointer } = await openDashboard([rowOf(1), rowOf(2)]);
    await pointer.click(screen.getByRole('checkbox', { name: 'Check Customer 2' }));
    expect(screen.getByText('Total checked 1')).toBeVisible();
    await pointer.click(screen.getByText('Clear filters'));
    expect(await screen.findByText('Total checked 0')).toBeVisible();
  });

  it('assigns what is checked to whoever may get leads', async () => {
    const { pointer, server } = await openDashboard([rowOf(1), rowOf(2)]);
    server.on(
      reassignLeads,
      answer(reassignLeads, { status: 'success', message: '1 lead assigned to Joel Abernathy' }),
    );
    await pointer.click(screen.getByRole('checkbox', { name: 'Check Customer 2' }));
    expect(screen.getByText('Total checked 1')).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Bulk Assign' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Assign' }));
    expect(await dialog.findByText('Without agent')).toBeVisible();
    expect(dialog.queryByText('Marcus Oyelaran')).not.toBeInTheDocument();
    await pointer.click(dialog.getByText('Joel Abernathy'));
    await pointer.click(dialog.getByRole('button', { name: 'Assign 1 lead' }));
    expect(await screen.findByText('1 lead assigned to Joel Abernathy')).toBeVisible();
    expect(server.calls(reassignLeads)[0]?.body).toEqual({ agent: joel.id, leads: [rowOf(2).id] });
    expect(screen.getByText('Total checked 0')).toBeVisible();
  });

  it('keeps checked what somebody has open and a bulk assignment left', async () => {
    const { pointer, server } = await openDashboard([rowOf(1), rowOf(2)]);
    const message = '1 lead assigned to Joel Abernathy, 1 lead open with somebody else';
    const left = [{ lead_id: rowOf(2).id, reason: 'held' as const }];
    server.on(reassignLeads, answer(reassignLeads, { status: 'warning', message, left }));
    await pointer.click(screen.getByRole('checkbox', { name: 'Check this page' }));
    await pointer.click(screen.getByRole('button', { name: 'Bulk Assign' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Assign' }));
    await pointer.click(await dialog.findByText('Joel Abernathy'));
    await pointer.click(dialog.getByRole('button', { name: 'Assign 2 leads' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText('Total checked 1')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Check Customer 2' })).toBeChecked();
  });

  it('sends what is checked to the diallers', async () => {
    const { pointer, server } = await openDashboard([rowOf(1), rowOf(2)]);
    server.on(sendToDiallers, answer(sendToDiallers, { status: 'success', message: '2 leads sent' }));
    await pointer.click(screen.getByRole('checkbox', { name: 'Check this page' }));
    await pointer.click(screen.getByRole('button', { name: 'Send Selected' }));
    expect(await screen.findByText('2 leads sent')).toBeVisible();
    expect(server.calls(sendToDiallers)[0]?.body).toEqual({ leads: [rowOf(1).id, rowOf(2).id] });
    expect(screen.getByText('Total checked 0')).toBeVisible();
  });

  it('deletes what is checked, once it was asked about', async () => {
    const { pointer, server, has } = await openDashboard([rowOf(1), rowOf(2)]);
    server.on(
      deleteSelectedLeads,
      answer(deleteSelectedLeads, { status: 'success', message: '2 leads deleted' }),
    );
    await pointer.click(screen.getByRole('checkbox', { name: 'Check this page' }));
    await pointer.click(screen.getByRole('button', { name: 'Delete Selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Selected' }));
    has.rows = [];
    await pointer.click(dialog.getByRole('button', { name: 'Delete 2 leads' }));
    expect(await screen.findByText('2 leads deleted')).toBeVisible();
    expect(server.calls(deleteSelectedLeads)[0]?.body).toEqual({ leads: [rowOf(1).id, rowOf(2).id] });
    await waitFor(() => {
      expect(screen.queryByText('Customer 1')).not.toBeInTheDocument();
    });
  });
});

describe('the rows', () => {
  it('open their lead, save those that somebody else has open', async () => {
    const { pointer, router } = await openDashboard([rowOf(1, otherHolder), rowOf(2)]);
    expect(within(lineOf('Customer 1')).getByText('With Priya S. now')).toBeVisible();
    expect(within(lineOf('Customer 1')).queryByRole('checkbox')).not.toBeInTheDocument();
    await pointer.click(screen.getByText('Customer 1'));
    expect(router.state.location.pathname).toBe('/life');
  });

  it('follow what others do: changed, new and deleted ones, with the totals', async () => {
    const { live, has } = await openDashboard([rowOf(1), rowOf(2)]);
    await live.say('updateLeads', rowOf(1, { version: 5, fullname: 'Renamed' }));
    expect(await screen.findByText('Renamed')).toBeVisible();
    has.rows = [rowOf(3), rowOf(1, { version: 5, fullname: 'Renamed' }), rowOf(2)];
    await live.say('createLead', rowOf(3, { updatedAt: '2026-11-20T18:00:00.000Z' }));
    expect(await screen.findByText('Customer 3')).toBeVisible();
    expect(await screen.findByText('3 match')).toBeVisible();
    has.rows = [rowOf(3), rowOf(2)];
    await live.say('deleteLead', { lead_id: rowOf(1).id });
    await waitFor(() => {
      expect(screen.queryByText('Renamed')).not.toBeInTheDocument();
    });
    expect(await screen.findByText('2 match')).toBeVisible();
  });

  it('do not bring back a lead that went, whatever comes late of it', async () => {
    const { live, has } = await openDashboard([rowOf(1), rowOf(2)], {
      user: buildUser({ id: String(dana.id) }),
    });
    has.rows = [rowOf(2)];
    await live.say('deleteLead', { lead_id: rowOf(1).id, version: 6 });
    await waitFor(() => {
      expect(screen.queryByText('Customer 1')).not.toBeInTheDocument();
    });
    const late = rowOf(1, { version: 5, updatedAt: '2026-11-20T18:00:00.000Z' });
    await live.say('updateLeads', late);
    await live.say('createLead', late);
    const other = rowOf(3, { version: 7, updatedAt: '2026-11-20T18:00:00.000Z' });
    has.rows = [rowOf(2), other];
    await live.say('createLead', other);
    expect(await screen.findByText('Customer 3')).toBeVisible();
    expect(screen.queryByText('Customer 1')).not.toBeInTheDocument();
    const back = rowOf(1, { version: 7, updatedAt: '2026-11-20T18:00:01.000Z' });
    has.rows = [back, rowOf(2), other];
    await live.say('createLead', back);
    expect(await screen.findByText('Customer 1')).toBeVisible();
  });

  it('keep a lead that came back before its loss was told, and its newer premium', async () => {
    const { live, has } = await openDashboard([rowOf(1), rowOf(2)], {
      user: buildUser({ id: String(dana.id) }),
    });
    const renamed = rowOf(1, { version: 7, fullname: 'Renamed', premium_price: 81 });
    await live.say('updateLeads', renamed);
    const kept = await screen.findByText('Renamed');
    // The page is read again behind a row that went.
    has.rows = [renamed];
    const premium = { premium_carrier: 'Aetna', premium_price: 12.5, price: {}, version: 6 };
    await live.say('updatePremiumCarrier', { lead_id: rowOf(1).id, ...premium });
    await live.say('deleteLead', { lead_id: rowOf(1).id, version: 6 });
    await live.say('deleteLead', { lead_id: rowOf(2).id, version: 6 });
    await waitFor(() => {
      expect(screen.queryByText('Customer 2')).not.toBeInTheDocument();
    });
    expect(kept).toBeVisible();
    expect(screen.queryByText('$12.50')).not.toBeInTheDocument();
  });
});
