import { screen, waitFor, within } from '@testing-library/react';
import { exampleLeadRow, exampleLifeLead, type LeadRow } from '@crm/contracts/entities/lead.js';
import { listAssignees, restListLeads, searchLeads } from '@crm/contracts/http/lead-lists.js';
import { listLeadAgents, reassignLeads } from '@crm/contracts/http/leads.js';
import { smsTemplates } from '@crm/contracts/resources/template.js';
import { previewTemplate } from '@crm/contracts/http/templates.js';
import { buildAdmin, buildGuide, buildUser } from '../test/builders.js';
import { answer, refuse, rows, type Reply } from '../test/FakeServer.js';
import { openApp } from '../test/TestApp.js';
import { openLead } from '../test/openLead.js';

const row = (last: number, known: Partial<LeadRow> = {}): LeadRow => ({
  ...exampleLeadRow,
  ...{ busy: 0, busy_user_id: null, busy_fullname: null },
  id: `66f0a1b2c3d4e5f6010204${String(last).padStart(2, '0')}`,
  ...known,
});
const okafor = row(1, { fullname: 'Raymond Okafor' });
const rayna = row(2, { fullname: 'Rayna Whitfield' });

const found = (...leads: LeadRow[]) => answer(searchLeads, { leads });
type Opened = ReturnType<typeof openApp>;

/** Opens the overlay by its key. */
async function openPalette({ pointer }: Pick<Opened, 'pointer'>) {
  await screen.findByRole('button', { name: 'Find a lead by name, phone or e-mail' });
  await pointer.keyboard('{Control>}k{/Control}');
  return screen.findByRole('combobox', { name: 'Find a lead, a page or an action' });
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '');
const activeOption = () => screen.getByRole('option', { selected: true });

describe('the overlay', () => {
  it('opens a lead by the digits of its phone and Enter, pressed before the answer is there', async () => {
    const app = openApp({ user: buildUser() });
    app.server.on(searchLeads, found(okafor));
    await app.pointer.type(await openPalette(app), '2145550117{Enter}');
    await waitFor(() => {
      expect(app.router.state.location.pathname).toBe(`/lead/${okafor.id}`);
    });
    expect(app.server.calls(searchLeads).map(({ query }) => query)).toEqual([{ search: '2145550117' }]);
    expect(screen.queryByRole('combobox', { name: /^Find a lead/ })).not.toBeInTheDocument();
  });

  it('is worked by keys: arrows go round, Home and End jump, Escape closes and the focus returns', async () => {
    const app = openApp({ user: buildUser() });
    app.server.on(searchLeads, found(okafor, rayna));
    const field = await screen.findByRole('button', { name: 'Find a lead by name, phone or e-mail' });
    const { pointer } = app;
    await pointer.click(field);
    await pointer.type(await screen.findByRole('combobox'), 'ray');
    await screen.findByRole('option', { name: /Rayna/ });
    const leads = within(screen.getByRole('group', { name: 'Leads' }));
    expect(leads.getAllByRole('option')).toHaveLength(2);
    expect(activeOption()).toHaveTextContent('Raymond Okafor');
    await pointer.keyboard('{ArrowDown}');
    expect(activeOption()).toHaveTextContent('Rayna Whitfield');
    const input = screen.getByRole('combobox');
    expect(input).toHaveAttribute('aria-activedescendant', activeOption().id);
    await pointer.keyboard('{End}{ArrowDown}');
    expect(activeOption()).toHaveTextContent('Raymond Okafor');
    await pointer.keyboard('{ArrowUp}{Home}');
    expect(activeOption()).toHaveTextContent('Raymond Okafor');
    expect(screen.getByText('3 results')).toHaveAttribute('role', 'status');
    await pointer.keyboard('{Escape}');
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    expect(field).toHaveFocus();
  });

  it('asks once for what was typed in one go, and a late answer replaces no newer one', async () => {
    const app = openApp({ user: buildUser() });
    let answerLate: (response: Response) => void = () => undefined;
    const slow: Reply = (call) =>
      call.query['search'] === 'ra'
        ? new Promise((resolve) => {
            answerLate = resolve;
          })
        : found(rayna)(call);
    app.server.on(searchLeads, slow);
    const input = await openPalette(app);
    await app.pointer.type(input, 'ra');
    await waitFor(() => {
      expect(app.server.calls(searchLeads)).toHaveLength(1);
    });
    await app.pointer.type(input, 'yna');
    await screen.findByRole('option', { name: /Rayna/ });
    answerLate(
      await found(okafor)({ endpoint: '', params: {}, query: {}, body: undefined, headers: new Headers() }),
    );
    expect(await screen.findByText('2 results')).toBeVisible();
    expect(options().some((text) => text.includes('Okafor'))).toBe(false);
    expect(app.server.calls(searchLeads).map(({ query }) => query['search'])).toEqual(['ra', 'rayna']);
  });

  it('opens a page by its name, and all that is found in the list', async () => {
    const app = openApp({ user: buildUser() });
    app.server.on(searchLeads, found(okafor));
    app.server.on(restListLeads, () => Response.json([], { headers: { 'content-range': 'leads */0' } }));
    await app.pointer.type(await openPalette(app), 'okafor');
    await app.pointer.click(await screen.findByRole('option', { name: /^Show all leads found/ }));
    await waitFor(() => {
      expect(app.router.state.location.pathname).toBe('/life');
    });
    const filter = new URLSearchParams(app.router.state.location.search).get('filter');
    expect(JSON.parse(filter ?? '')).toEqual({ q: 'okafor' });
    app.server.on(searchLeads, found());
    await app.pointer.type(await openPalette(app), 'home{Enter}');
    await waitFor(() => {
      expect(app.router.state.location.pathname).toBe('/');
    });
  });

  it('finds pages and says so while leads cannot be searched', async () => {
    const app = openApp({ user: buildAdmin() });
    app.server.on(searchLeads, refuse({ code: 'unavailable', message: 'Try again in a moment' }));
    await app.pointer.type(await openPalette(app), 'deal');
    expect(await screen.findByText(/^Leads cannot be searched now/)).toBeVisible();
    expect(options()).toEqual(['Deals', 'Show all leads founddeal']);
  });

  it('does not open a lead that somebody else has open', async () => {
    const held = row(3, {
      fullname: 'Held Hollis',
      busy: 1,
      busy_user_id: buildAdmin().id,
      busy_fullname: 'Priya Shah',
    });
    const app = openApp({ user: buildUser() });
    app.server.on(searchLeads, found(held));
    await app.pointer.type(await openPalette(app), 'hollis');
    const option = await screen.findByRole('option', { name: /Held Hollis/ });
    expect(option).toHaveAttribute('aria-disabled', 'true');
    expect(option).toHaveTextContent('With Priya Shah now');
    await app.pointer.keyboard('{Enter}');
    expect(app.router.state.location.pathname).toBe('/');
  });

  it('has for each role the pages of its menu, for a guide too', async () => {
    const app = openApp({ user: buildGuide() });
    app.server.on(searchLeads, found());
    const input = await openPalette(app);
    await app.pointer.type(input, 'missed');
    expect(await screen.findByRole('option', { name: 'Missed Calls' })).toBeVisible();
    await app.pointer.clear(input);
    await app.pointer.type(input, 'deals');
    expect(await screen.findByText('Nothing found for “deals”')).toBeVisible();
  });
});

describe('the actions of the lead that is open', () => {
  it('are those of its buttons: Set Call Back is saved as the Status dialog saves it', async () => {
    const app = await openLead({ lead: { ...exampleLifeLead, status: 'emailed' } });
    await openPalette(app);
    const group = within(await screen.findByRole('group', { name: exampleLifeLead.fullname }));
    const labels = group.getAllByRole('option').map(({ textContent }) => textContent);
    // Nobody has said that its number may be called.
    expect(labels).toEqual(expect.arrayContaining(['Set Call Back', 'Open call centreNo number', 'Edit']));
    expect(labels).not.toContain('Set Emailed');
    app.server.on(searchLeads, found());
    await app.pointer.keyboard('set call{Enter}');
    await waitFor(() => {
      expect(app.live.sentOf('updateStatus')).toEqual([{ lead_id: exampleLifeLead.id, status: 'followUp' }]);
    });
  });

  it('open the dialog of a text with the template chosen', async () => {
    const app = await openLead();
    app.server.on(smsTemplates.calls.list, rows(smsTemplates, [smsTemplates.example]));
    const preview = previewTemplate.answer.parse(previewTemplate.example.answer);
    app.server.on(previewTemplate, answer(previewTemplate, preview));
    await openPalette(app);
    const option = await screen.findByRole('option', { name: `Text: ${smsTemplates.example.title}` });
    await app.pointer.click(option);
    const dialog = within(await screen.findByRole('dialog', { name: 'SMS' }));
    expect(await dialog.findByRole('radio', { name: smsTemplates.example.title })).toBeChecked();
  });

  it('give it to an agent in a second step; Escape goes back to the first', async () => {
    const app = await openLead({ user: buildAdmin() });
    const joel = { id: '66f0a1b2c3d4e5f6010203aa', fullname: 'Joel Abernathy', email: 'joel@example.com' };
    app.server.on(listLeadAgents, answer(listLeadAgents, { agents: [joel] }));
    app.live.acknowledge('assignAgent', () => ({ status: 'success', message: 'Lead assigned' }));
    app.server.on(searchLeads, found());
    await app.pointer.type(await openPalette(app), 'assign{Enter}');
    expect(await screen.findByRole('option', { name: /^Joel/ })).toBeVisible();
    await app.pointer.keyboard('{Escape}');
    await app.pointer.type(await screen.findByRole('combobox', { name: /^Find a lead/ }), 'assign{Enter}');
    await app.pointer.type(await screen.findByRole('combobox', { name: 'Assign to…' }), 'joel');
    await app.pointer.keyboard('{Enter}');
    await waitFor(() => {
      expect(app.live.sentOf('assignAgent')).toEqual([{ lead_id: exampleLifeLead.id, agent_id: joel.id }]);
    });
  });

  it('leave out what the role may not do', async () => {
    const guide = buildGuide();
    const app = await openLead({ user: guide, lead: { ...exampleLifeLead, user_id: guide.id } });
    await openPalette(app);
    const group = within(await screen.findByRole('group', { name: exampleLifeLead.fullname }));
    const labels = group.getAllByRole('option').map(({ textContent }) => textContent ?? '');
    expect(labels).toContain('Edit');
    expect(labels.filter((label) => /SMS|Email|Text|Assign|Delete/.test(label))).toEqual([]);
  });
});

test('the checked leads of a list are assigned in two steps', async () => {
  const app = openApp({ user: buildAdmin(), path: '/life' });
  const joel = { id: '66f0a1b2c3d4e5f6010203aa', fullname: 'Joel Abernathy', email: 'joel@example.com' };
  app.server
    .on(restListLeads, answer(restListLeads, [okafor, rayna], { 'content-range': 'leads 0-1/2' }))
    .on(listAssignees, answer(listAssignees, [{ ...joel, role_id: 2 }]))
    .on(searchLeads, found())
    .on(reassignLeads, answer(reassignLeads, { status: 'success', message: '2 leads assigned to Joel' }));
  await screen.findByRole('link', { name: okafor.fullname });
  await app.pointer.click(await screen.findByRole('checkbox', { name: 'Check this page' }));
  await openPalette(app);
  expect(await screen.findByRole('group', { name: '2 checked leads' })).toBeVisible();
  await app.pointer.keyboard('assign{Enter}');
  await screen.findByRole('option', { name: /^Joel/ });
  await app.pointer.keyboard('{Enter}');
  expect(await screen.findByText('2 leads assigned to Joel')).toBeVisible();
  expect(app.server.calls(reassignLeads)[0]?.body).toEqual({ agent: joel.id, leads: [okafor.id, rayna.id] });
});
