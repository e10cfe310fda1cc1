import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import type { TimelineEntry } from '@crm/contracts/entities/timeline.js';
import { createNote } from '@crm/contracts/http/notes.js';
import { leadTimeline } from '@crm/contracts/http/timeline.js';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, refuse } from '../test/FakeServer.js';
import { openLead } from '../test/openLead.js';
import type { Loaded } from './timeline.rules.js';

const reason = 'It is 7:12 AM CT there; calls may begin at 9:00 AM CT';
const note = (text: string, at = '2026-11-20T17:31:00.000Z'): TimelineEntry => ({
  kind: 'note',
  id: `note:${text}`,
  at,
  who: 'Dana Reyes',
  text,
});
const refusedCall: TimelineEntry = {
  kind: 'call',
  id: 'call:66f0a1b2c3d4e5f6010208aa',
  at: '2026-11-20T13:12:00.000Z',
  who: 'Joel Abernathy',
  direction: 'outbound',
  call_kind: 'single',
  outcome: 'refused',
  answered_by: null,
  reason,
  number: '+12145550117',
  duration: 0,
  record_id: null,
};
const status: TimelineEntry = {
  kind: 'status',
  id: 'change:1',
  at: '2026-11-19T17:00:00.000Z',
  who: null,
  from: 'newLead',
  to: 'followUp',
};

async function openTimeline(page: Partial<Loaded>) {
  const has: Loaded = { entries: [], next: null, missing: [], ...page };
  const opened = await openLead({ user: buildUser() });
  opened.server.on(leadTimeline, (call) => answer(leadTimeline, has)(call));
  await opened.goTo(`/lead/${exampleLifeLead.id}/timeline`);
  // By its id: to ask the whole page for a role takes seconds.
  const element = await waitFor(() => {
    const found = document.getElementById('lead-panel-right-timeline');
    if (!found) throw new Error('The timeline is not open');
    return found;
  });
  return { ...opened, has, panel: within(element) };
}

describe('the timeline of a lead', () => {
  it('shows what happened by day, a refused call with its reason', async () => {
    const { panel } = await openTimeline({ entries: [note('Wife is Ngozi'), refusedCall, status] });
    const friday = within(await panel.findByRole('list', { name: 'Friday, November 20, 2026' }));
    const [first, second] = friday.getAllByRole('listitem');
    expect(first).toHaveTextContent('Dana Reyes');
    expect(first).toHaveTextContent('Wife is Ngozi');
    expect(first).toHaveTextContent('9:31 AM PT');
    expect(second).toHaveTextContent('Call to (214) 555-0117');
    expect(second).toHaveTextContent('Not allowed');
    expect(second).toHaveTextContent(reason);
    const thursday = within(panel.getByRole('list', { name: 'Thursday, November 19, 2026' }));
    expect(thursday.getByRole('listitem')).toHaveTextContent('Status changed from New lead to Call Back');
  });

  it('asks for what is picked, and for everything again', async () => {
    const { panel, server } = await openTimeline({ entries: [note('A')] });
    await panel.findByText('A');
    fireEvent.click(panel.getByRole('button', { name: 'Notes' }));
    await waitFor(() => {
      expect(server.calls(leadTimeline).at(-1)?.query).toMatchObject({ kinds: 'note' });
    });
    expect(panel.getByRole('button', { name: 'Notes' })).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(panel.getByRole('button', { name: 'All' }));
    expect(panel.getByRole('button', { name: 'Notes' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('reads itself again when it is told to, and leaves what is older', async () => {
    const { panel, has, live } = await openTimeline({ entries: [note('First')] });
    await panel.findByText('First');
    has.entries = [note('Second', '2026-11-20T17:40:00.000Z'), ...has.entries];
    await live.say('timelineChanged', { lead_id: exampleLifeLead.id });
    expect(await panel.findByText('Second')).toBeVisible();
    expect(panel.getByText('First')).toBeVisible();
  });

  it('shows older entries on request', async () => {
    const next = '2026-11-20T17:31:00.000Z~note:New';
    const { panel, has, server } = await openTimeline({ entries: [note('New')], next });
    const more = await panel.findByRole('button', { name: 'Show older' });
    Object.assign(has, { entries: [note('Old', '2026-11-18T17:31:00.000Z')], next: null });
    fireEvent.click(more);
    expect(await panel.findByText('Old')).toBeVisible();
    expect(server.calls(leadTimeline).at(-1)?.query).toMatchObject({ before: next });
    expect(panel.queryByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
  });

  it('says which part is missing, beside what is there', async () => {
    const { panel } = await openTimeline({ entries: [note('Here')], missing: ['calls'] });
    expect(await panel.findByText('Here')).toBeVisible();
    expect(panel.getByRole('alert')).toHaveTextContent('Calls could not be loaded.');
  });

  it('says that there is nothing, and that it failed', async () => {
    const { panel, server } = await openTimeline({});
    expect(await panel.findByText('Nothing has happened yet')).toBeVisible();
    server.on(leadTimeline, refuse({ code: 'server_error', message: 'Server Error' }));
    fireEvent.click(panel.getByRole('button', { name: 'Calls' }));
    expect(await panel.findByText('Timeline failed to load.')).toBeVisible();
  });

  it('says where the lead stands, whatever is picked to be shown', async () => {
    const called: TimelineEntry = { ...refusedCall, id: 'call:2', outcome: 'no-answer', reason: '' };
    const { panel } = await openTimeline({ entries: [note('A'), called, refusedCall, status], next: 'more' });
    const head = await panel.findByLabelText('Where this lead stands');
    expect(head).toHaveTextContent('Last contactCall to (214) 555-0117');
    expect(head).toHaveTextContent('Attempts0 today, 1+ in all');
    fireEvent.click(panel.getByRole('button', { name: 'Notes' }));
    expect(head).toHaveTextContent('1+ in all');
  });

  it('takes a note at its foot, and keeps what was begun while a text is written', async () => {
    const { panel, pointer, server } = await openTimeline({ entries: [] });
    server.on(createNote, answer(createNote, createNote.answer.parse(createNote.example.answer)));
    const write = within(await panel.findByRole('region', { name: 'Write' }));
    await pointer.type(write.getByRole('textbox', { name: 'New note' }), 'Wants a quote');
    await pointer.click(write.getByRole('tab', { name: 'Text' }));
    expect(await write.findByRole('textbox', { name: /text/i })).toBeVisible();
    await pointer.click(write.getByRole('tab', { name: 'Note' }));
    const field = write.getByRole('textbox', { name: 'New note' });
    expect(field).toHaveValue('Wants a quote');
    await pointer.type(field, '{Control>}{Enter}{/Control}');
    await waitFor(() => {
      expect(server.calls(createNote)[0]?.body).toMatchObject({ message: 'Wants a quote' });
    });
    await waitFor(() => {
      expect(field).toHaveValue('');
    });
  });
});
