import { exampleDayRow } from '@crm/contracts/entities/day.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { drawNext } from '@crm/contracts/http/day.js';
import { completeLead, startWork } from '@crm/contracts/http/work.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { restListLeads } from '@crm/contracts/http/lead-lists.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { leadAddress, openLead } from '../test/openLead.js';
import { openApp } from '../test/TestApp.js';

const owing = buildUser({ uncompleted_lead: exampleLifeLead.id });
const guardText = 'Please complete this lead, change status';
const completed = answer(completeLead, { status: 'success', message: 'Lead completed' });

const statusDialog = async (pointer: Awaited<ReturnType<typeof openLead>>['pointer']) => {
  const button = screen.getByRole('button', { name: 'Status' });
  await waitFor(() => {
    expect(button).not.toHaveAttribute('aria-disabled');
  });
  await pointer.click(button);
  return within(await screen.findByRole('dialog', { name: 'Status' }));
};

describe('the status dialog', () => {
  it('shows the four groups, newLead among them, purchased only while the lead has it', async () => {
    const { pointer } = await openLead();
    const dialog = await statusDialog(pointer);
    expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Pre-Contact',
      'Pre-Quote',
      'After Quote',
      'After Submitted',
    ]);
    expect(dialog.getByRole('radio', { name: /^New lead/ })).toBeVisible();
    expect(dialog.getByRole('radio', { name: /^Did not want quote/ })).toBeVisible();
    expect(dialog.queryByRole('radio', { name: /^Purchased/ })).not.toBeInTheDocument();
    expect(dialog.getByRole('radio', { name: /^Call Back/ })).toBeChecked();
  });

  it('shows purchased for a lead that has it', async () => {
    const { pointer } = await openLead({ lead: { ...exampleLifeLead, status: 'purchased' } });
    const dialog = await statusDialog(pointer);
    expect(dialog.getByRole('radio', { name: /^Purchased/ })).toBeChecked();
  });

  it('does not save newLead, and says why', async () => {
    const { pointer, live } = await openLead({ lead: { ...exampleLifeLead, status: 'newLead' } });
    const dialog = await statusDialog(pointer);
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    expect(dialog.getByText('Choose another status')).toBeVisible();
    await pointer.click(save);
    await pointer.keyboard('{Enter}');
    expect(live.sentOf('updateStatus')).toEqual([]);
  });

  it('saves and opens the next lead by Shift+Enter', async () => {
    const { pointer, live, server, router } = await openLead();
    const drawn = { ...exampleDayRow, lead: { ...exampleDayRow.lead, id: '66f0a1b2c3d4e5f6010204ff' } };
    server.on(drawNext, answer(drawNext, { row: drawn, opens_at: null }));
    const dialog = await statusDialog(pointer);
    expect(dialog.getByText('Save and next')).toBeVisible();
    await pointer.click(dialog.getByRole('radio', { name: /^Price too high/ }));
    await pointer.keyboard('{Shift>}{Enter}{/Shift}');
    expect(live.sentOf('updateStatus')).toEqual([{ lead_id: exampleLifeLead.id, status: 'priceTooHigh' }]);
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(`/lead/${drawn.lead.id}`);
    });
    expect(server.calls(drawNext)[0]?.body).toEqual({ without: [exampleLifeLead.id] });
  });

  it('is opened, chosen in and saved by keys alone', async () => {
    const { pointer, live } = await openLead();
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Status' })).not.toHaveAttribute('aria-disabled');
    });
    await pointer.keyboard('s');
    await screen.findByRole('dialog', { name: 'Status' });
    await pointer.keyboard('t');
    expect(screen.getByRole('radio', { name: /^Thinking about it/ })).toHaveFocus();
    await pointer.keyboard('{ArrowDown}{Enter}');
    expect(live.sentOf('updateStatus')).toEqual([{ lead_id: exampleLifeLead.id, status: 'agreement' }]);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(screen.getByText('Agreement')).toBeVisible();
  });

  it('stays with its choice when the save is refused', async () => {
    const { pointer, live } = await openLead();
    live.acknowledge('updateStatus', () => ({
      status: 'error',
      code: 'unavailable',
      message: 'Try again in a moment',
      http_status: 503,
    }));
    const dialog = await statusDialog(pointer);
    await pointer.click(dialog.getByRole('radio', { name: /^Emailed/ }));
    await pointer.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Try again in a moment')).toBeVisible();
    expect(dialog.getByRole('radio', { name: /^Emailed/ })).toBeChecked();
  });
});

describe('work on a lead', () => {
  it('is started by the button, and then completed or owed', async () => {
    const { pointer, server, services } = await openLead();
    server.on(startWork, answer(startWork, { status: 'info', message: 'Work started' }));
    await statusDialog(pointer);
    await pointer.keyboard('{Escape}');
    await pointer.click(await screen.findByRole('button', { name: 'Start work' }));
    expect(await screen.findByRole('button', { name: 'Complete' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Start work' })).not.toBeInTheDocument();
    expect(services.session.user()?.uncompleted_lead).toBe(exampleLifeLead.id);
    expect(server.calls(startWork)[0]?.params).toEqual({ userId: owing.id, leadId: exampleLifeLead.id });
  });

  it('of another lead leads there, with the message', async () => {
    const other = '66f0a1b2c3d4e5f6010203bb';
    const { pointer, server, router, has } = await openLead();
    server.on(
      startWork,
      refuse({ code: 'work_unfinished', status: 'warning', message: guardText, lead_id: other }),
    );
    await statusDialog(pointer);
    await pointer.keyboard('{Escape}');
    has.lead = { ...exampleLifeLead, id: other, fullname: 'Maribel Dunne' };
    await pointer.click(await screen.findByRole('button', { name: 'Start work' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Maribel Dunne' })).toBeVisible();
    expect(router.state.location.pathname).toBe(`/lead/${other}`);
    expect(await screen.findByRole('button', { name: 'Complete' })).toBeVisible();
  });

  it('is completed at once by a status that asks for no follow-up', async () => {
    const { pointer, server, live, services } = await openLead({ user: owing });
    server.on(completeLead, completed);
    const dialog = await statusDialog(pointer);
    await pointer.click(dialog.getByRole('radio', { name: /^Agreement/ }));
    await pointer.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(services.session.user()?.uncompleted_lead).toBeNull();
    });
    expect(live.sentOf('updateStatus')).toEqual([{ lead_id: exampleLifeLead.id, status: 'agreement' }]);
    expect(server.calls(completeLead)[0]?.params).toEqual({ userId: owing.id });
  });

  it('of somebody else is not completed by whoever saves the status', async () => {
    const { pointer, server } = await openLead({ user: buildAdmin() });
    const dialog = await statusDialog(pointer);
    await pointer.click(dialog.getByRole('radio', { name: /^Agreement/ }));
    await pointer.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(server.calls(completeLead)).toEqual([]);
  });

  it('is not completed by hand before a status was saved', async () => {
    const { pointer, server, services } = await openLead({ user: owing });
    server.on(completeLead, refuse({ code: 'invalid', message: guardText, errors: { status: guardText } }));
    await pointer.click(screen.getByRole('button', { name: 'Complete' }));
    await waitFor(() => {
      expect(server.calls(completeLead)).toHaveLength(1);
    });
    expect(services.session.user()?.uncompleted_lead).toBe(exampleLifeLead.id);
  });
});

describe('the completion guard', () => {
  it('keeps whoever owes the lead on its page, with the warning', async () => {
    const { goTo, router } = await openLead({ user: owing });
    await goTo('/');
    expect(router.state.location.pathname).toBe(`/lead/${exampleLifeLead.id}`);
    const warning = await screen.findByText(guardText);
    expect(warning.closest('[data-type]')).toHaveAttribute('data-type', 'warning');
  });

  it('holds while the lead is still being read', async () => {
    const server = new FakeServer(owing).on(restGetLead, () => new Promise(() => undefined));
    const { goTo, router } = openApp({ user: owing, server, path: leadAddress });
    await screen.findByRole('link', { name: 'Life' });
    await goTo('/');
    expect(router.state.location.pathname).toBe(leadAddress);
    expect(await screen.findByText(guardText)).toBeVisible();
  });

  it.each(['/', '/follow-ups', '/lead/66f0a1b2c3d4e5f6010203bb'])(
    'leads whoever arrives at %s back to the lead that is owed, and says why',
    async (path) => {
      const server = new FakeServer(owing).on(restGetLead, answer(restGetLead, exampleLifeLead));
      const { router } = openApp({ user: owing, server, path });
      // First: the reason stands for some seconds, and the page may take longer than that.
      expect(await screen.findByText(guardText)).toBeVisible();
      await screen.findByRole('heading', { level: 1, name: exampleLifeLead.fullname });
      expect(router.state.location.pathname).toBe(leadAddress);
      expect(server.calls(restGetLead).map(({ params }) => params['id'])).toEqual([exampleLifeLead.id]);
    },
  );

  it('releases who owes another lead since, or none', async () => {
    const { goTo, live, router } = await openLead();
    await live.say('uncompletedLead', { lead_id: '66f0a1b2c3d4e5f6010203bb' });
    await goTo('/');
    expect(router.state.location.pathname).toBe('/');
  });

  it('ends once the server says that nothing is owed', async () => {
    const { live, goTo, router } = await openLead({ user: owing });
    await live.say('uncompletedLead', { lead_id: null });
    await goTo('/');
    expect(router.state.location.pathname).toBe('/');
  });

  it('does not hold who is sent away because somebody else has the lead', async () => {
    const { live, router, server } = await openLead({ user: owing });
    server.on(restListLeads, answer(restListLeads, [], { 'Content-Range': 'leads 0-0/0' }));
    live.acknowledge('busyLead', () => ({
      status: 'warning',
      code: 'locked',
      message: 'Priya Sandoval has this lead open',
      http_status: 423,
    }));
    await act(async () => {
      await live.say('holdLost', { lead_id: exampleLifeLead.id });
    });
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/life');
    });
  });
});
